// Closes the sidebar of a narrow window, where it covers the page, after a click on one of its links.

const NARROW = window.matchMedia("(width < 768px)");

export default function () {
  const close = (event) => {
    if (!NARROW.matches || !event.target.closest?.('[data-testid="stSidebarNavLink"]')) return;
    document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click();
  };
  document.addEventListener("click", close);
  return () => document.removeEventListener("click", close);
}
