// Draws the next figures into a Streamlit chart that was created with the first one. Streamlit
// recreates its charts whenever a number in them changes: the chart disappears for a moment and loses
// its zoom and its hidden lines. Plotly can go from one figure to the next and keep both.

const figures = new Map();
const listening = new WeakSet();
// Streamlit creates its chart after this is called, may recreate it, and restores the first figure
// when the window or the theme changes. Each of these changes the DOM.
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
      if (!window.Plotly || !chart._fullLayout?._defs) continue;
      if (chart.layout.meta !== shown.name && !draw(chart, shown)) continue;
      if (!shown.isDrawn) shown.tellDrawn?.();
      shown.isDrawn = true;
      if (shown.clicks) listen(chart, key);
      chart.closest("[aria-label]")?.setAttribute("aria-label", shown.label);
    }
  }
}

function draw(chart, { figure, name }) {
  if (!figure) return false;
  const { data, layout } = JSON.parse(figure);
  const uids = new Map(chart._fullData.map(({ meta, uid }) => [meta, uid]));
  for (const trace of data) trace.uid = uids.get(trace.meta) ?? trace.meta;
  // The layout that Streamlit made holds its theme and width.
  const { template, width, height } = chart.layout;
  window.Plotly.react(chart, data, { ...layout, meta: name, template, width, height });
  return true;
}

function listen(chart, key) {
  if (listening.has(chart)) return;
  listening.add(chart);
  chart.on("plotly_click", ({ points: [{ x, y }] }) => figures.get(key)?.report({ x, y }));
}

export default function ({ data, setStateValue, setTriggerValue }) {
  if (!data) return; // nothing to draw ahead
  const { key, isAhead, ...shown } = data;
  if (isAhead) {
    Object.assign(figures.get(key) ?? {}, shown, { isDrawn: false });
    lookSoon();
    return;
  }
  shown.report = (point) => setTriggerValue("clicked", point);
  figures.set(key, shown);
  const isLatest = () => figures.get(key) === shown;
  if (typeof shown.drawnFor === "number") {
    const tell = () => isLatest() && setTriggerValue("drawn", shown.name);
    shown.tellDrawn = () => setTimeout(tell, shown.drawnFor);
  }
  setTimeout(() => {
    if (isLatest() && !shown.isDrawn && !document.hidden) setStateValue("failed", true);
  }, PATIENCE_MS);
  changes.observe(document.body, { childList: true, subtree: true });
  lookSoon();
  return () => {
    // Streamlit may clean up after a newer figure has arrived, which then stays.
    if (isLatest()) figures.delete(key);
    if (figures.size === 0) changes.disconnect();
  };
}
