// Draws a figure into a chart of Streamlit's, which is made once and without lines. Streamlit makes
// its charts anew whenever a number in them changes: then the chart is gone for a moment, and with
// it the zoom and which lines were hidden. Plotly itself moves from figure to figure and keeps both.

const figures = new Map();
const listening = new WeakSet();
// Streamlit makes its chart later than this is called, may make it anew, and puts its own empty
// figure back when the window or the theme changes: each of them changes what the page consists of.
const changes = new MutationObserver(lookSoon);
let looksSoon = false;

function lookSoon() {
  if (!looksSoon) requestAnimationFrame(look);
  looksSoon = true;
}

function look() {
  looksSoon = false;
  for (const [key, shown] of figures) {
    for (const chart of document.querySelectorAll(`.st-key-${key} .js-plotly-plot`)) {
      // A chart that Plotly has only begun to make has no place for definitions yet.
      if (!window.Plotly || !chart._fullLayout?._defs || chart.data === shown.data) continue;
      const { data, layout } = JSON.parse(shown.figure);
      for (const trace of data) trace.uid = trace.meta;
      shown.data = data;
      // What Streamlit has to say (the theme, the width) is in the layout that it made.
      const { template, width, height } = chart.layout;
      window.Plotly.react(chart, data, { ...layout, template, width, height });
      if (shown.clicks) listen(chart, key);
      chart.closest("[aria-label]")?.setAttribute("aria-label", shown.label);
    }
  }
}

function listen(chart, key) {
  if (listening.has(chart)) return;
  listening.add(chart);
  chart.on("plotly_click", ({ points: [{ x, y }] }) => figures.get(key)?.report({ x, y }));
}

export default function ({ data, parentElement, setTriggerValue }) {
  if (!data) return; // nothing to draw ahead
  const { key, ...shown } = data;
  const report = (point) => setTriggerValue("clicked", point);
  const before = figures.get(key);
  // Drawn ahead, it is there already.
  const drawn = before?.figure === shown.figure ? before.data : undefined;
  figures.set(key, { ...shown, data: drawn, parentElement, report });
  changes.observe(document.body, { childList: true, subtree: true });
  lookSoon();
  return () => {
    // Where it moves on the page, the new one comes before the old one goes.
    if (figures.get(key)?.parentElement === parentElement) figures.delete(key);
    if (figures.size === 0) changes.disconnect();
  };
}
