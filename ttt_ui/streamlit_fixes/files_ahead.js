// Fetches what Train shows first, Plotly among it, while the browser has nothing else to do.

let asked = false;

async function fetchAhead() {
  try {
    const answer = await fetch("./train");
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const links = [...page.querySelectorAll("link[rel=modulepreload]")];
    await Promise.all(links.map(({ href }) => import(href)));
  } catch {} // without a server, Streamlit says so
}

export default function () {
  if (asked || navigator.connection?.saveData) return;
  asked = true;
  (window.requestIdleCallback ?? setTimeout)(fetchAhead);
}
