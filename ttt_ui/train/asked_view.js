// Brings the tabs into view when a link has asked for one of them: they are below the chart.

const PATIENCE_MS = 10_000;
let shown = ""; // what the visitor's link asked for, and has already been shown

export default function ({ data }) {
  if (data === shown) return;
  shown = data;
  const ends = performance.now() + PATIENCE_MS;
  const look = () => {
    const tabs = mainArea().querySelector(".st-key-train_tab");
    if (tabs) {
      tabs.style.scrollMarginTop = "4rem"; // the height of Streamlit's header
      tabs.scrollIntoView();
    } else if (performance.now() < ends) requestAnimationFrame(look);
  };
  look();
}
