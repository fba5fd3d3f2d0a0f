// Where the program has opened another chapter, its heading comes into view, and has the focus: the
// button that led there was at the end of the one before.

const turns = new WeakMap();

export default function ({ data, parentElement }) {
  const before = turns.get(parentElement);
  turns.set(parentElement, data);
  if (before === undefined || before === data) return;
  const main = mainArea();
  const heading = main.querySelector("h2");
  main.scrollTo({ top: 0 });
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
