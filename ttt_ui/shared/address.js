// Writes the query of the page that is shown into the address bar (see address.py).

// After that, whatever the server says is written: better out of step than never.
const PATIENCE_MS = 10_000;

let last; // the writing that has been dealt with: the same data may be handed over again
let here = window.location.href;
let step = null; // of the history: the one that Back or Forward has led to last

window.addEventListener("popstate", () => {
  if (window.location.href === here) return;
  here = window.location.href;
  const { pathname, search } = window.location;
  step = { pathname, query: search.slice(1), time: performance.now(), isAskedForAgain: false };
});

// What the server says late is meant for another step than that which one is at by now. And where
// something else that the browser reports comes right after Back, Streamlit forgets that it was
// Back: then that is said again.
function isMeantForHere({ asked, came }) {
  const isLeft = step?.pathname !== window.location.pathname;
  if (isLeft || performance.now() - step.time > PATIENCE_MS) step = null;
  if (step === null || came === step.query) return true;
  if (asked === step.query && !step.isAskedForAgain) {
    step.isAskedForAgain = true;
    window.dispatchEvent(new PopStateEvent("popstate", { state: window.history.state }));
  }
  return false;
}

export default function ({ data }) {
  const { page, pages, query, push, writing } = data;
  if (!isMeantForHere(data) || writing === last) return;
  last = writing;
  const path = window.location.pathname.replace(/\/+$/, "");
  const search = query ? `?${query}` : "";
  // What comes late, after the visitor has left the page, must not touch the address of another.
  const shown = pages.find((other) => path.endsWith(`/${other}`)) ?? "";
  if (shown !== page || window.location.search === search) return;
  const address = window.location.pathname + search;
  if (push) window.history.pushState({}, "", address);
  else window.history.replaceState({}, "", address);
  here = window.location.href;
  // A host that shows the app in a frame, as Community Cloud does, keeps the address bar itself;
  // this is how Streamlit tells it.
  if (window.parent !== window) {
    const message = { stCommVersion: 1, type: "SET_QUERY_PARAM", queryParams: search };
    window.parent.postMessage(message, "*");
  }
}
