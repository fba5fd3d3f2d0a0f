// Copies the theme, when one is chosen, to where Streamlit looks for it when another page is opened.

const keyOf = (path) => `stActiveTheme-${path}-v2`;
// Streamlit's key has the path with which the app was opened, whatever page it shows now.
const [opening] = performance.getEntriesByType("navigation");
const OPENED = new URL(opening?.name ?? location.href).pathname;

const PAGES = '[data-testid="stTopNavLink"], [data-testid="stSidebarNavLink"]';

function saved() {
  try {
    return localStorage.getItem(keyOf(OPENED));
  } catch {
    return null; // this browser saves nothing
  }
}

let last = saved();

function copy() {
  const chosen = saved();
  if (chosen === null || chosen === last) return;
  last = chosen;
  for (const { href } of document.querySelectorAll(PAGES)) {
    localStorage.setItem(keyOf(new URL(href).pathname), chosen);
  }
}

// Streamlit saves a choice soon after the click or the key that makes it.
const copySoon = () => setTimeout(copy, 300);

export default function () {
  for (const event of ["click", "keyup"]) document.addEventListener(event, copySoon);
  window.addEventListener("pagehide", copy);
  return () => {
    for (const event of ["click", "keyup"]) document.removeEventListener(event, copySoon);
    window.removeEventListener("pagehide", copy);
  };
}
