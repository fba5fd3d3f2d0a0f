// Lets a finger that moves over a chart scroll the page. Plotly would zoom instead, so touches are
// kept from it. A tap still shows the values, because the browser turns it into a click, and a
// mouse still zooms.

export default function () {
  const keep = (event) => {
    if (event.target.closest?.(".js-plotly-plot .draglayer")) event.stopPropagation();
  };
  const options = { capture: true, passive: true };
  document.addEventListener("touchstart", keep, options);
  return () => document.removeEventListener("touchstart", keep, options);
}
