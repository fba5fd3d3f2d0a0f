// Says on the page that the connection is lost, unless it is back within a second.
const PATIENCE_MS = 1000;

export default function ({ parentElement, data }) {
  let notice = parentElement.querySelector("[role=status]");
  if (!notice) {
    notice = document.createElement("div");
    notice.role = "status";
    parentElement.adoptedStyleSheets = [STYLES];
    parentElement.append(notice);
  }
  let timer;
  const show = () => {
    clearTimeout(timer);
    if (hasServer()) notice.textContent = "";
    else timer = setTimeout(() => (notice.textContent = data), PATIENCE_MS);
  };
  const stop = onConnection(show);
  show();
  return () => {
    clearTimeout(timer);
    stop();
  };
}
