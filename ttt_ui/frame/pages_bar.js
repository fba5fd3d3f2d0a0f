// Links to the pages, for narrow windows, where Streamlit hides its own (see navigation.py). They
// are real links, so they can be opened in a new tab.

export default function ({ data, parentElement, setTriggerValue }) {
  const { pages, current, label } = data;
  let bar = parentElement.querySelector("nav");
  if (!bar) {
    bar = document.createElement("nav");
    bar.append(...pages.map(() => document.createElement("a")));
    parentElement.adoptedStyleSheets = [STYLES];
    parentElement.append(bar);
  }
  bar.setAttribute("aria-label", label);
  [...bar.children].forEach((link, i) => {
    const { title, path } = pages[i];
    link.textContent = title;
    link.href = path || ".";
    if (title === current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
    link.onclick = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      setTriggerValue("asked", title);
    };
  });
}
