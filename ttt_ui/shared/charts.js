// What holds for every chart of a page.

// A finger that moves over a chart scrolls the page, as it does everywhere else. Plotly would hold
// the page and zoom instead, so it does not hear of touches; a tap still shows the figures there,
// since the browser makes a click of it. With a mouse a chart zooms as ever.
function keepFromTouches(event) {
  if (event.target.closest?.(".js-plotly-plot .draglayer")) event.stopPropagation();
}

// Streamlit's colours of text in a chart. It puts that of the theme in when it makes the chart, and
// leaves it as it is when the theme is switched.
const INKS = { light: "rgb(38, 39, 48)", dark: "rgb(250, 250, 250)" };

let scheme = null;
let looking = false;
let seen = new WeakMap(); // from chart to the layout that is in the theme's colour

function follow(now) {
  const isSwitched = scheme !== null && scheme !== now;
  scheme = now;
  if (!isSwitched) return;
  seen = new WeakMap();
  if (!looking) requestAnimationFrame(look);
  looking = true;
}

// From the first switch on it looks at every frame: a chart may be still to come, made for the
// theme before.
function look() {
  for (const chart of document.querySelectorAll(".js-plotly-plot")) {
    if (!chart._fullLayout?._defs || seen.get(chart) === chart.layout) continue;
    const isRecoloured = [chart.data, chart.layout].map(recolour);
    if (isRecoloured.includes(true)) window.Plotly.redraw(chart);
    seen.set(chart, chart.layout);
  }
  requestAnimationFrame(look);
}

// Puts the theme's ink in the place of the other one. Returns whether there was any.
function recolour(part) {
  let isRecoloured = false;
  for (const [name, value] of Object.entries(part ?? {})) {
    if (typeof value === "string" && isOfOtherTheme(value)) {
      part[name] = INKS[scheme];
      isRecoloured = true;
    } else if (typeof value === "object" && !ArrayBuffer.isView(value)) {
      isRecoloured = recolour(value) || isRecoloured;
    }
  }
  return isRecoloured;
}

function isOfOtherTheme(text) {
  const { style } = new Option();
  style.color = text; // the browser writes every colour in one way
  return style.color === INKS[scheme === "light" ? "dark" : "light"];
}

export default function () {
  const app = document.querySelector('[data-testid="stApp"]');
  follow(getComputedStyle(app).colorScheme);
  const options = { capture: true, passive: true };
  document.addEventListener("touchstart", keepFromTouches, options);
  return () => document.removeEventListener("touchstart", keepFromTouches, options);
}
