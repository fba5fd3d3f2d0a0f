// Streamlit disables its own elements while there is no server, but does not tell a component.
function hasServer() {
  const state = document.querySelector('[data-testid="stApp"]')?.dataset.testConnectionState;
  return state === undefined || state === "CONNECTED";
}

// Calls `tell` when the connection is lost or restored; returns a function that ends this.
function onConnection(tell) {
  const app = document.querySelector('[data-testid="stApp"]');
  const observer = new MutationObserver(tell);
  if (app) observer.observe(app, { attributeFilter: ["data-test-connection-state"] });
  return () => observer.disconnect();
}

// The part of the window that scrolls.
function mainArea() {
  return document.querySelector('[data-testid="stMain"]') ?? document.scrollingElement;
}

