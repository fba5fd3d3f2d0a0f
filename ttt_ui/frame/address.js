// Writes the current page's query into the address bar (see address.py).

// After this time, every update is written: a wrong address is better than a stuck one.
const PATIENCE_MS = 10_000;

let last; // the last update handled, because the same data may arrive again
let here = window.location.href;
let step = null; // of the history: the last one reached by Back or Forward

window.addEventListener("popstate", () => {
  if (window.location.href === here) return;
  here = window.location.href;
  const { pathname, search } = window.location;
  step = { pathname, query: search.slice(1), time: performance.now(), isAskedForAgain: false };
});

// A late update is meant for a step that the visitor has left. And if the browser reports
// something else right after Back, Streamlit loses the Back: then it is announced again.
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
  // A late update must not change the address of the next page.
  const shown = pages.find((other) => path.endsWith(`/${other}`)) ?? "";
  if (shown !== page || window.location.search === search) return;
  const address = window.location.pathname + search;
  if (push) window.history.pushState({}, "", address);
  else window.history.replaceState({}, "", address);
  here = window.location.href;
  // A host that shows the app in a frame, such as Community Cloud, owns the address bar. This
  // message is Streamlit's way to update it.
  if (window.parent !== window) {
    const message = { stCommVersion: 1, type: "SET_QUERY_PARAM", queryParams: search };
    window.parent.postMessage(message, "*");
  }
}
