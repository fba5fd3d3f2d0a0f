// Before the browser prints: how much smaller the page must be, and whether its colours are dark.

const PAPER_PX = 700; // the width of A4 and of Letter between their margins

export default function () {
  const prepare = () => {
    const root = document.documentElement;
    const main = document.querySelector('[data-testid="stMainBlockContainer"]');
    const { paddingLeft, paddingRight } = getComputedStyle(main);
    const width = main.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    root.style.setProperty("--paper-zoom", Math.min(1, PAPER_PX / width));
    const app = document.querySelector('[data-testid="stApp"]');
    root.classList.toggle("from-the-dark", getComputedStyle(app).colorScheme === "dark");
  };
  window.addEventListener("beforeprint", prepare);
  return () => window.removeEventListener("beforeprint", prepare);
}
