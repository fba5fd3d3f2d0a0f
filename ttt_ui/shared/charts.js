// A finger that moves over a chart scrolls the page, as it does everywhere else. Plotly would hold
// the page and zoom instead, so it does not hear of touches; a tap still shows the figures there,
// since the browser makes a click of it. With a mouse a chart zooms as ever.

export default function () {
  const keep = (event) => {
    if (event.target.closest?.(".js-plotly-plot .draglayer")) event.stopPropagation();
  };
  const options = { capture: true, passive: true };
  document.addEventListener("touchstart", keep, options);
  return () => document.removeEventListener("touchstart", keep, options);
}
