// Writes the query of the page that is shown into the address bar (see address.py).

let last; // the writing that has been dealt with: the same data may be handed over again

export default function ({ data }) {
  const { page, pages, query, push, writing } = data;
  if (writing === last) return;
  last = writing;
  const path = window.location.pathname.replace(/\/+$/, "");
  const search = query ? `?${query}` : "";
  // What comes late, after the visitor has left the page, must not touch the address of another.
  const here = pages.find((other) => path.endsWith(`/${other}`)) ?? "";
  if (here !== page || window.location.search === search) return;
  const address = window.location.pathname + search;
  if (push) window.history.pushState({}, "", address);
  else window.history.replaceState({}, "", address);
  // A host that shows the app in a frame, as Community Cloud does, keeps the address bar itself;
  // this is how Streamlit tells it.
  if (window.parent !== window) {
    const message = { stCommVersion: 1, type: "SET_QUERY_PARAM", queryParams: search };
    window.parent.postMessage(message, "*");
  }
}
