// Scrolls to an element, once for each thing that is asked for.

const PATIENCE_MS = 10_000;
const shown = {}; // by key

export default function ({ data: { key, asked } }) {
  if (asked === shown[key]) return;
  shown[key] = asked;
  const ends = performance.now() + PATIENCE_MS;
  const look = () => {
    const element = mainArea().querySelector(`.st-key-${key}`);
    if (element) {
      element.style.scrollMarginTop = "4rem"; // the height of Streamlit's header
      element.scrollIntoView();
    } else if (performance.now() < ends) requestAnimationFrame(look);
  };
  look();
}
