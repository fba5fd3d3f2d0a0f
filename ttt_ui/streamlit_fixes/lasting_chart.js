// Draws a figure into a Streamlit chart that was created empty. Streamlit recreates its charts
// whenever a number in them changes: the chart disappears for a moment and loses its zoom and its
// hidden lines. Plotly can go from one figure to the next and keep both.

const figures = new Map();
const listening = new WeakSet();
// Streamlit creates its chart after this is called, may recreate it, and restores its own empty
// figure when the window or the theme changes. Each of these changes the DOM.
const changes = new MutationObserver(lookSoon);
let looksSoon = false;
// If a figure could not be drawn for so long, Streamlit draws it instead.
const PATIENCE_MS = 20_000;

function lookSoon() {
  if (!looksSoon) requestAnimationFrame(look);
  looksSoon = true;
}

function look() {
  looksSoon = false;
  for (const [key, shown] of figures) {
    for (const chart of document.querySelectorAll(`.st-key-${key} .js-plotly-plot`)) {
      // A chart that Plotly is still creating has no place for definitions yet.
      if (!window.Plotly || !chart._fullLayout?._defs || chart.data === shown.data) continue;
      const { data, layout } = JSON.parse(shown.figure);
      for (const trace of data) trace.uid = trace.meta;
      // The layout that Streamlit made holds its theme and width.
      const { template, width, height } = chart.layout;
      window.Plotly.react(chart, data, { ...layout, template, width, height });
      shown.data = data;
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

export default function ({ data, setStateValue, setTriggerValue }) {
  if (!data) return; // nothing to draw ahead
  const { key, ...shown } = data;
  const before = figures.get(key);
  // If it was drawn ahead, it is already there.
  shown.data = before?.figure === shown.figure ? before.data : undefined;
  shown.report = (point) => setTriggerValue("clicked", point);
  figures.set(key, shown);
  const isLatest = () => figures.get(key) === shown;
  setTimeout(() => {
    if (isLatest() && shown.data === undefined && !document.hidden) setStateValue("failed", true);
  }, PATIENCE_MS);
  changes.observe(document.body, { childList: true, subtree: true });
  lookSoon();
  return () => {
    // Streamlit may clean up after a newer figure has arrived, which then stays.
    if (isLatest()) figures.delete(key);
    if (figures.size === 0) changes.disconnect();
  };
}
