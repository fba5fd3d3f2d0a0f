// Adds a tab stop to formulas wider than the page: st.latex lets only a pointer scroll them.

export default function ({ data }) {
  const main = mainArea();
  const update = () => {
    for (const formula of main.querySelectorAll(".katex-display")) {
      sizes.observe(formula);
      if (formula.scrollWidth > formula.clientWidth) {
        formula.tabIndex = 0;
        formula.setAttribute("role", "group");
        formula.setAttribute("aria-label", data);
      } else {
        for (const name of ["tabindex", "role", "aria-label"]) formula.removeAttribute(name);
      }
    }
  };
  const sizes = new ResizeObserver(update);
  const formulas = new MutationObserver(update);
  sizes.observe(main);
  formulas.observe(main, { childList: true, subtree: true });
  // A font that loads late changes the widths.
  document.fonts.addEventListener("loadingdone", update);
  update();
  return () => {
    sizes.disconnect();
    formulas.disconnect();
    document.fonts.removeEventListener("loadingdone", update);
  };
}
