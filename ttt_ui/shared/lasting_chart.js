// Draws a figure into a chart of Streamlit's, which is made once and without lines. Streamlit makes
// its charts anew whenever a number in them changes: then the chart is gone for a moment, and with
// it the zoom and which lines were hidden. Plotly itself moves from figure to figure and keeps both.

const figures = new Map();
let looking = false;

// Looks at every frame: Streamlit makes its chart later than this is called, may make it anew, and
// puts its own empty figure back when the window changes.
function look() {
  for (const [key, { data, layout, label }] of figures) {
    for (const chart of document.querySelectorAll(`.st-key-${key} .js-plotly-plot`)) {
      if (!window.Plotly || !chart._fullLayout || chart.data === data) continue;
      // What Streamlit has to say (the theme, the width) is in the layout that it made.
      const { template, width, height } = chart.layout;
      window.Plotly.react(chart, data, { ...layout, template, width, height });
      chart.closest("[aria-label]")?.setAttribute("aria-label", label);
    }
  }
  looking = figures.size > 0;
  if (looking) requestAnimationFrame(look);
}

export default function ({ data: { key, figure, label }, parentElement }) {
  const { data, layout } = JSON.parse(figure);
  for (const trace of data) trace.uid = trace.meta;
  figures.set(key, { data, layout, label, parentElement });
  if (!looking) requestAnimationFrame(look);
  looking = true;
  return () => {
    // Where it moves on the page, the new one comes before the old one goes.
    if (figures.get(key)?.parentElement === parentElement) figures.delete(key);
  };
}
