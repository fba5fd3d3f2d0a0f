// Names the button of an uploader, whose words are those of a style (see looks.py).

const BUTTONS = '[data-testid="stFileUploaderDropzone"] button';

function nameButtons() {
  for (const button of document.querySelectorAll(BUTTONS)) {
    const words = getComputedStyle(button).getPropertyValue("--upload");
    button.ariaLabel = words.trim().slice(1, -1);
  }
}

export default function () {
  const changes = new MutationObserver(nameButtons);
  changes.observe(document.body, { childList: true, subtree: true });
  nameButtons();
  return () => changes.disconnect();
}
