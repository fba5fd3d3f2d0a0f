// Copies a link or, on a touch screen that has one, opens the device's own share sheet.
const hasSheet = () => "share" in navigator && matchMedia("(pointer: coarse)").matches;

// Browsers have a clipboard only at addresses that are secure, unlike those in a classroom.
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

export default function ({ parentElement, data }) {
  let button = parentElement.querySelector("button");
  if (!button) {
    parentElement.adoptedStyleSheets = [STYLES];
    button = document.createElement("button");
    button.type = "button";
    const said = document.createElement("span");
    said.role = "status";
    parentElement.append(button, said);
  }
  const said = parentElement.querySelector("[role=status]");
  button.textContent = hasSheet() ? data.share : data.copy;
  if (button.dataset.link !== data.link) said.textContent = "";
  button.dataset.link = data.link;
  button.onclick = async () => {
    if (hasSheet()) {
      await navigator.share({ url: data.link }).catch(() => {});  // the visitor may change their mind
    } else {
      await copy(data.link);
      said.textContent = data.copied;
      button.focus();
    }
  };
}
