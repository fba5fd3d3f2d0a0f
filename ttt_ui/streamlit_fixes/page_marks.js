// Streamlit disables its own elements while there is no server, but does not tell a component.
function hasServer() {
  const state = document.querySelector('[data-testid="stApp"]')?.dataset.testConnectionState;
  return state === undefined || state === "CONNECTED";
}

// The part of the window that scrolls.
function mainArea() {
  return document.querySelector('[data-testid="stMain"]') ?? document.scrollingElement;
}

