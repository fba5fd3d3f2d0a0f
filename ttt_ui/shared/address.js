// Writes the query of the page that is shown into the address bar (see address.py).

let last; // the writing that has been dealt with: the same data may be handed over again
let here = window.location.search;
const left = new Set(); // by Back and Forward, since something was written last

window.addEventListener("popstate", () => {
  left.add(here);
  here = window.location.search;
  left.delete(here);
});

export default function ({ data }) {
  const { page, pages, query, push, asked, writing } = data;
  if (writing === last) return;
  last = writing;
  const path = window.location.pathname.replace(/\/+$/, "");
  const shown = pages.find((other) => path.endsWith(`/${other}`)) ?? "";
  // What comes late must not touch the address of another page, nor that of another step of the
  // history: it was asked for where the visitor is no longer.
  if (shown !== page || (left.has(asked) && asked !== window.location.search)) return;
  left.clear();
  here = query ? `?${query}` : "";
  if (window.location.search === here) return;
  const address = window.location.pathname + here;
  if (push) window.history.pushState({}, "", address);
  else window.history.replaceState({}, "", address);
  // A host that shows the app in a frame, as Community Cloud does, keeps the address bar itself;
  // this is how Streamlit tells it.
  if (window.parent !== window) {
    const message = { stCommVersion: 1, type: "SET_QUERY_PARAM", queryParams: here };
    window.parent.postMessage(message, "*");
  }
}
