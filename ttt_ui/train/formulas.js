// Gives a tab stop to formulas that are too wide to be seen whole: st.latex lets them be scrolled,
// but with a pointer only.

export default function () {
  const main = document.querySelector('[data-testid="stMain"]');
  const update = () => {
    for (const formula of main.querySelectorAll(".katex-display")) {
      sizes.observe(formula);
      if (formula.scrollWidth > formula.clientWidth) {
        formula.tabIndex = 0;
        formula.setAttribute("role", "group");
        formula.setAttribute("aria-label", "Formula");
      } else {
        for (const name of ["tabindex", "role", "aria-label"]) formula.removeAttribute(name);
      }
    }
  };
  const sizes = new ResizeObserver(update);
  const formulas = new MutationObserver(update);
  sizes.observe(main);
  formulas.observe(main, { childList: true, subtree: true });
  // Letters of a font that comes late have another width.
  document.fonts.addEventListener("loadingdone", update);
  update();
  return () => {
    sizes.disconnect();
    formulas.disconnect();
    document.fonts.removeEventListener("loadingdone", update);
  };
}
