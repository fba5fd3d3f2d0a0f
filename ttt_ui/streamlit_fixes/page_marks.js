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

// Returns a component that is drawn by an object of a class with `show` and `destroy`. It reports by
// Streamlit's function `sends`.
function lasting(Drawing, sends) {
  const drawings = new WeakMap();
  return (given) => {
    const { parentElement } = given;
    if (!drawings.has(parentElement)) {
      parentElement.querySelector(".place")?.remove();
      drawings.set(parentElement, new Drawing(parentElement));
    }
    const drawing = drawings.get(parentElement);
    drawing.show(given.data, given[sends]);
    return () => {
      // Streamlit also cleans up after a run that a newer one has overtaken; then the drawing stays.
      if (parentElement.isConnected) return;
      drawing.destroy();
      drawings.delete(parentElement);
    };
  };
}

// The part of the window that scrolls.
function mainArea() {
  return document.querySelector('[data-testid="stMain"]') ?? document.scrollingElement;
}

