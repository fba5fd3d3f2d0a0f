// Saves a chart in dark words on white, whatever the theme: Plotly's own button would save its
// colours on the screen.

const PAPER = "#ffffff";
const INK = "#0c101c";
const LINE = "#dde0e8";
const THEME = {
  color: INK,
  paper_bgcolor: PAPER,
  plot_bgcolor: PAPER,
  bgcolor: PAPER,
  gridcolor: LINE,
  zerolinecolor: LINE,
  tickcolor: LINE,
  bordercolor: LINE,
};

/** Return a part of a figure in the colours of paper: `colours` has them by attribute. */
function onPaper(part, themeText, colours = {}) {
  if (part === themeText) return INK;
  if (Array.isArray(part)) return part.map((each) => onPaper(each, themeText, colours));
  if (part?.constructor !== Object) return part;
  const entries = Object.entries(part).map(([name, each]) => [
    name,
    typeof each === "string" && name in colours ? colours[name] : onPaper(each, themeText, colours),
  ]);
  return Object.fromEntries(entries);
}

export default function ({ data: themeText }) {
  const save = (event) => {
    const chart = event.target.closest?.(".js-plotly-plot .modebar-btn")?.closest(".js-plotly-plot");
    if (!chart) return;
    event.stopPropagation();
    const { template, ...layout } = onPaper(chart.layout, themeText);
    Object.assign(layout, { paper_bgcolor: PAPER, plot_bgcolor: PAPER });
    layout.template = onPaper(template, themeText, THEME);
    const figure = { data: onPaper(chart.data, themeText), layout };
    window.Plotly.downloadImage(figure, chart._context.toImageButtonOptions);
  };
  document.addEventListener("click", save, true);
  return () => document.removeEventListener("click", save, true);
}
