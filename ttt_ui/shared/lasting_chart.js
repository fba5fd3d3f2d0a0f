// Draws a figure into a chart of Streamlit's, which is made once and without lines. Streamlit makes
// its charts anew whenever a number in them changes: then the chart is gone for a moment, and with
// it the zoom and which lines were hidden. Plotly itself moves from figure to figure and keeps both.

const figures = new Map();

function look() {
  for (const [key, { data, layout, label }] of figures) {
    for (const chart of document.querySelectorAll(`.st-key-${key} .js-plotly-plot`)) {
      // What Streamlit has to say (the theme, the width) is in the layout that it made.
      if (!window.Plotly || !chart._fullLayout || chart.data === data) continue;
      const { template, width, height } = chart.layout;
      window.Plotly.react(chart, data, { ...layout, template, width, height });
      chart.closest('[role="img"]')?.setAttribute("aria-label", label);
    }
  }
  if (figures.size) requestAnimationFrame(look);
}

export default function ({ data: { key, figure, label } }) {
  const idle = !figures.size;
  const { data, layout } = JSON.parse(figure);
  for (const trace of data) trace.uid = trace.meta;
  figures.set(key, { data, layout, label });
  if (idle) requestAnimationFrame(look);
  return () => figures.delete(key);
}
