// Draws the board of board_component.py and reports clicks on it.
//
// The elements are made once and then only given other attributes, so that focus stays where it is;
// board_component.css turns the attributes into what is seen.

const CELL = `
  <button type="button" class="cell">
    <svg class="mark" viewBox="0 0 100 100" aria-hidden="true">
      <g class="x"><path pathLength="1" d="M25 25 75 75" /><path pathLength="1" d="M75 25 25 75" /></g>
      <g class="o"><path pathLength="1" d="M50 22a28 28 0 1 1 0 56a28 28 0 1 1 0-56" /></g>
    </svg>
    <span class="note" aria-hidden="true"><span class="value"></span><span class="worth"></span></span>
  </button>`;

const BOARD = `
  <div class="grid" role="group" aria-label="Board">
    <svg class="lines" viewBox="0 0 300 300" aria-hidden="true">
      <path d="M100 8V292M200 8V292M8 100H292M8 200H292" />
    </svg>
    ${CELL.repeat(9)}
    <svg class="win" viewBox="0 0 300 300" aria-hidden="true">
      <path pathLength="1" />
    </svg>
  </div>
  <div class="announcement" role="status"></div>`;

// Where a digit or letter means something else. Check boxes and radio buttons use neither.
const USES_KEYS = `
  input:not([type="checkbox"], [type="radio"]), textarea, select,
  [contenteditable]:not([contenteditable="false"]), iframe, audio, video,
  [role="textbox"], [role="searchbox"], [role="combobox"], [role="listbox"], [role="option"],
  [role="slider"], [role="spinbutton"], [role="menu"], [role="menubar"], [role="tree"],
  [role="grid"], [role="treegrid"], [role="application"], [role="dialog"]`;

const FREE = "-";

class Board {
  constructor(parent) {
    this.root = document.createElement("div");
    this.root.className = "board";
    this.root.innerHTML = BOARD;
    this.grid = this.root.querySelector(".grid");
    this.cells = [...this.root.querySelectorAll(".cell")];
    this.announcement = this.root.querySelector(".announcement");
    this.data = null;
    this.send = null;
    this.waitingFor = null; // the clicked cell, until the server has answered

    this.cells.forEach((button, cell) => {
      button.addEventListener("click", () => this.click(cell));
      button.addEventListener("focus", () => this.setTabStop(cell));
    });
    this.grid.addEventListener("keydown", (event) => this.moveFocus(event));
    this.onKey = (event) => this.pressKey(event);
    document.addEventListener("keydown", this.onKey);
    this.setTabStop(0);
    parent.append(this.root);
  }

  destroy() {
    document.removeEventListener("keydown", this.onKey);
    this.root.remove();
  }

  show(data, send) {
    const isFirst = this.data === null;
    // The same run comes again when the theme changes; only a new one is an answer.
    if (data.run !== this.data?.run) this.waitingFor = null;
    this.data = data;
    this.send = send;
    this.draw(!isFirst);
    if (this.announcement.textContent !== data.announcement) {
      this.announcement.textContent = data.announcement;
    }
  }

  draw(animated) {
    const { data, waitingFor } = this;
    const isAhead = waitingFor !== null && data.mark !== null && data.cells[waitingFor] === FREE;
    const lastMove = isAhead ? waitingFor : data.lastMove;
    this.root.dataset.size = data.size;
    this.root.toggleAttribute("data-playable", data.playable);
    this.grid.setAttribute("aria-busy", waitingFor !== null);
    this.cells.forEach((button, cell) => {
      const mark = isAhead && cell === waitingFor ? data.mark : data.cells[cell];
      const note = mark === FREE ? data.notes[cell] : null;
      const isWinning = data.winningLine?.includes(cell) ?? false;
      if (button.dataset.mark !== mark) {
        button.toggleAttribute("data-drawn-in", animated && cell === lastMove);
        button.dataset.mark = mark;
      }
      button.dataset.ghost = data.mark ?? "";
      button.toggleAttribute("data-last", cell === lastMove);
      button.toggleAttribute("data-winning", isWinning);
      button.toggleAttribute("data-hint", cell === data.hint);
      drawNote(button, note);
      name(button, cell, mark, [
        cell === lastMove && "last move",
        isWinning && "in the winning line",
        note?.spoken,
        cell === data.hint && "hint",
      ]);
      button.setAttribute("aria-disabled", !this.isClickable(cell));
    });
    drawWinningLine(this.root.querySelector(".win"), data.winningLine);
  }

  isClickable(cell) {
    return this.data.playable && (this.data.clickableMarks || this.data.cells[cell] === FREE);
  }

  // Returns whether it was a click that counts.
  click(cell) {
    if (this.waitingFor !== null || !this.isClickable(cell)) return false;
    this.waitingFor = cell;
    this.draw(true);
    this.send("play", { cell, token: this.data.token });
    return true;
  }

  // Keys that work wherever the focus is.
  pressKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.isComposing) return;
    if (event.defaultPrevented || this.root.getClientRects().length === 0) return;
    if (event.composedPath().some((node) => node instanceof Element && node.matches(USES_KEYS))) return;
    const key = event.key.toLowerCase();
    if (/^[1-9]$/.test(key)) {
      if (!this.click(Number(key) - 1)) return; // another board may be the one to play on
    } else if (Object.hasOwn(this.data.shortcuts, key)) {
      this.send("command", { name: this.data.shortcuts[key], token: this.data.token });
    } else {
      return;
    }
    event.preventDefault();
  }

  // Keys that work inside the board.
  moveFocus(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const cell = this.cells.indexOf(event.target);
    const column = cell % 3;
    const target = {
      ArrowLeft: column > 0 ? cell - 1 : cell,
      ArrowRight: column < 2 ? cell + 1 : cell,
      ArrowUp: cell > 2 ? cell - 3 : cell,
      ArrowDown: cell < 6 ? cell + 3 : cell,
      Home: cell - column,
      End: cell - column + 2,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    this.cells[target].focus();
  }

  // Tab reaches the board once, at the cell that had the focus last.
  setTabStop(cell) {
    this.cells.forEach((button, other) => {
      button.tabIndex = other === cell ? 0 : -1;
    });
  }
}

function drawNote(button, note) {
  button.querySelector(".value").textContent = note?.text ?? "";
  button.querySelector(".worth").textContent = note?.worth ?? "";
  button.querySelector(".worth").dataset.worth = note?.worth ?? "";
  button.toggleAttribute("data-noted", Boolean(note?.text || note?.worth));
  button.toggleAttribute("data-toned", typeof note?.tone === "number");
  button.style.setProperty("--tone", note?.tone ?? 0);
}

function name(button, cell, mark, extras) {
  const content = mark === FREE ? "empty" : mark;
  button.ariaLabel = `row ${Math.floor(cell / 3) + 1}, column ${(cell % 3) + 1}, ${content}`;
  button.ariaDescription = extras.filter(Boolean).join(", ") || null;
}

function drawWinningLine(svg, line) {
  svg.toggleAttribute("data-shown", line !== null);
  if (line === null) return;
  const [start, end] = [line[0], line[2]].map((cell) => [
    (cell % 3) * 100 + 50,
    Math.floor(cell / 3) * 100 + 50,
  ]);
  const direction = [0, 1].map((axis) => Math.sign(end[axis] - start[axis]));
  const beyond = 44 / Math.hypot(...direction); // so that it ends outside the outer marks
  const [dx, dy] = direction.map((axis) => axis * beyond);
  const d = `M${start[0] - dx} ${start[1] - dy}L${end[0] + dx} ${end[1] + dy}`;
  svg.querySelector("path").setAttribute("d", d);
}

const boards = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  if (!boards.has(parentElement)) boards.set(parentElement, new Board(parentElement));
  const board = boards.get(parentElement);
  board.show(data, setTriggerValue);
  return () => {
    // Streamlit also cleans up after a run that a newer one has overtaken: then the board stays.
    if (parentElement.isConnected) return;
    board.destroy();
    boards.delete(parentElement);
  };
}
