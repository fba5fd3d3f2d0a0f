// Lets the arrow keys, Home and End move the focus among buttons in rows of `columns`. Tab reaches
// them once, at the one that had the focus last. Keys that are `taken` mean something else.
function roveAmong(buttons, columns, taken = () => false) {
  const setTabStop = (stop) => {
    buttons.forEach((button, place) => {
      button.tabIndex = place === stop ? 0 : -1;
    });
  };
  const move = (event, from) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || taken(event)) return;
    const column = from % columns;
    const target = {
      ArrowLeft: column > 0 ? from - 1 : from,
      ArrowRight: column < columns - 1 ? from + 1 : from,
      ArrowUp: from >= columns ? from - columns : from,
      ArrowDown: from < buttons.length - columns ? from + columns : from,
      Home: from - column,
      End: from - column + columns - 1,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    buttons[target].focus();
  };
  buttons.forEach((button, place) => {
    button.addEventListener("focus", () => setTabStop(place));
    button.addEventListener("keydown", (event) => move(event, place));
  });
  setTabStop(0);
}

