// Scrolls to an element, once for each thing that is asked for. While the page settles, what comes or
// goes above the element moves it: it is brought back until the visitor does something.

const PATIENCE_MS = 10_000;
const ACTIONS = ["pointerdown", "touchstart", "wheel", "keydown"];
const shown = {}; // by key
let letGo = () => {};

export default function ({ data: { key, asked } }) {
  if (asked === shown[key]) return;
  shown[key] = asked;
  letGo();
  const main = mainArea();
  const bring = () => {
    const element = main.querySelector(`.st-key-${key}`);
    if (!element) return;
    element.style.scrollMarginTop = "4rem"; // the height of Streamlit's header
    element.scrollIntoView();
  };
  const sizes = new ResizeObserver(bring);
  sizes.observe(main.querySelector('[data-testid="stVerticalBlock"]') ?? main);
  const over = setTimeout(() => letGo(), PATIENCE_MS);
  letGo = () => {
    sizes.disconnect();
    clearTimeout(over);
    for (const action of ACTIONS) removeEventListener(action, letGo, true);
  };
  for (const action of ACTIONS) addEventListener(action, letGo, { capture: true, passive: true });
}
