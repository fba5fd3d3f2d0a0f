// Draws the board of board_component.py and reports clicks on it.
//
// The elements are made once and then only change their attributes, so that the focus stays where it
// is. board_component.css turns the attributes into the look.

const CELL = `
  <button type="button" class="cell">
    <svg class="mark" viewBox="0 0 100 100" aria-hidden="true">
      <g class="x"><path pathLength="1" d="M25 25 75 75" /><path pathLength="1" d="M75 25 25 75" /></g>
      <g class="o"><path pathLength="1" d="M50 22a28 28 0 1 1 0 56a28 28 0 1 1 0-56" /></g>
    </svg>
    <span class="note" aria-hidden="true"><span class="value"></span><span class="certainty"></span><span class="true-value"></span></span>
    <svg class="die" viewBox="0 0 24 24" aria-hidden="true">
      <rect x="3" y="3" width="18" height="18" rx="4.5" />
      <path d="M8 8h0M16 8h0M12 12h0M8 16h0M16 16h0" />
    </svg>
  </button>`;

const rowEdge = (row) => `<span class="row" style="grid-area: ${row + 1} / 1"></span>`;
const columnEdge = (side) => (column) => `<span style="grid-area: ${side} / ${column + 1}"></span>`;
const lineAfter = (side) => (place) =>
  `M${100 * place} 8V${100 * side - 8}M8 ${100 * place}H${100 * side - 8}`;

// A board of `side` rows and columns.
const boardOf = (side) => `
  <div class="grid" role="group" style="--side: ${side}">
    <svg class="lines" viewBox="0 0 ${100 * side} ${100 * side}" aria-hidden="true">
      <path d="${places(side).slice(1).map(lineAfter(side)).join("")}" />
    </svg>
    ${CELL.repeat(side * side)}
    <svg class="win" viewBox="0 0 ${100 * side} ${100 * side}" aria-hidden="true">
      <path pathLength="1" />
    </svg>
    <div class="edge" aria-hidden="true">
      ${places(side).map(rowEdge).join("")}${places(side).map(columnEdge(side)).join("")}
    </div>
  </div>
  <div class="foot">
    <div class="bar" role="img">
      <span class="bar-label"></span>
      <span class="figures">${'<span class="figure"></span>'.repeat(3)}</span>
      <span class="track">${'<span class="part"></span>'.repeat(3)}</span>
    </div>
    <p class="caption"></p>
  </div>
  <div class="announcement" role="status"></div>`;

const CONFETTI = ["X", "O"].map((mark) => `
  <svg class="piece" data-mark="${mark}" viewBox="0 0 24 24">
    <path d="${mark === "X" ? "M5 5 19 19M19 5 5 19" : "M12 4a8 8 0 1 1 0 16a8 8 0 1 1 0-16"}" />
  </svg>`);
const PIECES = 44;

// Elements for which a digit or letter means something else; check boxes and radio buttons use none.
const USES_KEYS = `
  input:not([type="checkbox"], [type="radio"]), textarea, select,
  [contenteditable]:not([contenteditable="false"]), iframe, audio, video,
  [role="textbox"], [role="searchbox"], [role="combobox"], [role="listbox"], [role="option"],
  [role="slider"], [role="spinbutton"], [role="menu"], [role="menubar"], [role="tree"],
  [role="grid"], [role="treegrid"], [role="application"], [role="dialog"]`;

// Further elements for which an arrow key means something else.
const USES_ARROWS = `
  input[type="radio"], [role="radio"], [role="radiogroup"], [role="tab"], [role="treeitem"], [role="menuitem"]`;

const FREE = "-";

function places(count) {
  return [...Array(count).keys()];
}

// Running numbers start late, so that the eye finds the cell first.
const RUN_DELAY_MS = 400;
const RUN_MS = 1200;
const MOST_DECIMALS = 4;

class Board {
  constructor(parent) {
    parent.adoptedStyleSheets = [STYLES];
    this.root = document.createElement("div");
    this.root.className = "board";
    this.data = null;
    this.send = null;
    this.waitingFor = null; // the clicked cell, until the server has answered
    this.running = null; // the animation frame of the running numbers
    this.kept = null; // the last click, as long as nothing else has been done since

    this.onKey = (event) => this.pressKey(event);
    document.addEventListener("keydown", this.onKey);
    this.onClick = (event) => {
      if (!event.composedPath().includes(this.root)) this.kept = null;
    };
    document.addEventListener("click", this.onClick, true);
    parent.append(this.root);
  }

  build(side) {
    this.root.innerHTML = boardOf(side);
    this.side = side;
    this.grid = this.root.querySelector(".grid");
    this.cells = [...this.root.querySelectorAll(".cell")];
    this.announcement = this.root.querySelector(".announcement");
    this.cells.forEach((button, cell) => {
      button.addEventListener("click", () => this.click(cell));
    });
    roveAmong(this.cells, side, ({ key }) => Object.hasOwn(this.data.shortcuts, key.toLowerCase()));
  }

  destroy() {
    document.removeEventListener("keydown", this.onKey);
    document.removeEventListener("click", this.onClick, true);
    cancelAnimationFrame(this.running);
    this.root.remove();
  }

  show(data, send) {
    const isFirst = this.data === null;
    if (isFirst) this.build(Math.sqrt(data.cells.length));
    const isAnother = data.token !== this.data?.token;
    // A change of theme sends the same run again; only a new run is an answer.
    if (data.run !== this.data?.run) this.waitingFor = null;
    this.data = data;
    this.send = send;
    this.grid.ariaLabel = data.words.board;
    this.root.querySelectorAll(".edge span").forEach((label, place) => {
      label.textContent = data.words.edge[place];
    });
    this.draw(!isFirst);
    if (isAnother) this.runNumbers();
    if (this.announcement.textContent !== data.announcement) {
      this.announcement.textContent = data.announcement;
    }
    drawBar(this.root.querySelector(".bar"), data.bar);
    this.root.querySelector(".caption").textContent = data.caption ?? "";
    this.root.toggleAttribute("data-captioned", data.caption !== null);
    if (data.celebrate !== null && !celebrated.has(data.celebrate)) {
      celebrated.add(data.celebrate);
      this.celebrate();
    }
    this.clickAgain();
  }

  // A click right after "New game" can come before the new position, and is then meant for it.
  // A click made while the connection was broken is sent again when the server is back.
  clickAgain() {
    const { kept, data, waitingFor } = this;
    // Where marks move, the cell of an answered click may be clickable again, for another move.
    if (kept?.heard && data.clickable !== null) return;
    if (kept === null || waitingFor !== null || (kept.heard && kept.token === data.token)) return;
    this.kept = null;
    if (this.isClickable(kept.cell)) this.click(kept.cell);
  }

  draw(animated) {
    const { data, waitingFor } = this;
    const isAhead = waitingFor !== null && data.mark !== null && data.cells[waitingFor] === FREE;
    const lastMove = isAhead ? waitingFor : data.lastMove;
    for (const [name, colour] of Object.entries(data.colours)) {
      this.root.style.setProperty(`--${name}`, colour);
    }
    this.grid.toggleAttribute("data-won", data.winningLine !== null);
    this.grid.setAttribute("aria-busy", waitingFor !== null);
    this.cells.forEach((button, cell) => {
      const isPicked = cell === data.picked;
      const mark = isAhead && cell === waitingFor ? data.mark
        : isAhead && isPicked ? FREE : data.cells[cell];
      const note = mark === FREE || data.notes[cell]?.over_mark ? data.notes[cell] : null;
      const isWinning = data.winningLine?.includes(cell) ?? false;
      if (button.dataset.mark !== mark) {
        button.toggleAttribute("data-drawn-in", animated && cell === lastMove);
        button.dataset.mark = mark;
      }
      button.dataset.preview = data.mark ?? "";
      button.toggleAttribute("data-last", cell === lastMove);
      button.toggleAttribute("data-winning", isWinning);
      button.toggleAttribute("data-picked", isPicked && mark !== FREE);
      button.toggleAttribute("data-hint", cell === data.hint);
      const isRinged = mark === FREE && data.rings.includes(cell);
      button.toggleAttribute("data-ring", isRinged);
      drawNote(button, note);
      const { words } = data;
      button.ariaLabel = `${words.cells[cell]}, ${mark === FREE ? words.empty : mark}`;
      const extras = [
        isPicked && mark !== FREE && words.picked,
        cell === lastMove && words.last,
        isWinning && words.winning,
        note?.spoken,
        cell === data.hint && words.hint,
        isRinged && words.better,
      ];
      button.ariaDescription = extras.filter(Boolean).join(", ") || null;
      button.setAttribute("aria-disabled", !this.isClickable(cell));
    });
    drawWinningLine(this.root.querySelector(".win"), data.winningLine, data.cells, this.side);
  }

  isClickable(cell) {
    const { playable, clickable, cells } = this.data;
    return playable && (clickable?.includes(cell) ?? cells[cell] === FREE);
  }

  // Returns whether the click counts.
  click(cell) {
    if (this.waitingFor !== null) return false;
    const { token } = this.data;
    this.kept = { cell, token, heard: hasServer() };
    if (!this.isClickable(cell)) return false;
    this.waitingFor = cell;
    this.draw(true);
    if (this.kept.heard) this.send("play", { cell, token });
    return true;
  }

  // Handles keys that work wherever the focus is; for those inside the board see cells.js.
  pressKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.isComposing) return;
    if (event.defaultPrevented || this.root.getClientRects().length === 0) return;
    if (event.composedPath().some((node) => node instanceof Element && node.matches(USES_KEYS))) return;
    const key = event.key.toLowerCase();
    if (key.startsWith("arrow") && event.composedPath().some(usesArrows)) return;
    if (/^[1-9]$/.test(key)) {
      if (!this.click(Number(key) - 1)) return; // the key may be meant for another board
    } else if (Object.hasOwn(this.data.shortcuts, key)) {
      this.kept = null;
      this.send("command", { name: this.data.shortcuts[key], token: this.data.token });
    } else {
      return;
    }
    event.preventDefault();
  }

  // Animates the numbers that have a run.
  runNumbers() {
    cancelAnimationFrame(this.running);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const began = performance.now();
    const frame = (now) => {
      const time = Math.min(Math.max((now - began - RUN_DELAY_MS) / RUN_MS, 0), 1);
      this.data.notes.forEach((note, cell) => {
        if (!note?.run) return;
        const value = this.cells[cell].querySelector(".value");
        value.textContent = time < 1 ? between(note.run, note.text, ease(time)) : note.text;
      });
      this.running = time < 1 ? requestAnimationFrame(frame) : null;
    };
    if (this.data.notes.some((note) => note?.run)) frame(began);
  }

  celebrate() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const layer = document.createElement("div");
    layer.className = "confetti";
    layer.ariaHidden = "true";
    layer.innerHTML = Array.from({ length: PIECES }, (_, n) => CONFETTI[n % 2]).join("");
    this.root.append(layer);
    const { width, height } = layer.getBoundingClientRect();
    const bursts = [...layer.children].map((piece) => burst(piece, width, height));
    Promise.allSettled(bursts).then(() => layer.remove());
  }
}

function usesArrows(node) {
  return node instanceof Element && node.matches(USES_ARROWS);
}

// Writes a number between start and end, with as many decimals as the longer of the two.
function between([start, end], text, share) {
  const [point] = text.match(/[.,](?=\d*$)/) ?? ["."];
  const decimalsOf = (number, point) => number.split(point)[1]?.length ?? 0;
  const decimals = Math.max(decimalsOf(String(start), "."), decimalsOf(text, point));
  const value = start + share * (end - start);
  return value.toFixed(Math.min(decimals, MOST_DECIMALS)).replace("-", "−").replace(".", point);
}

function ease(time) {
  return time * time * (3 - 2 * time);
}

function drawNote(button, note) {
  button.querySelector(".value").textContent = note?.text ?? "";
  const trueValue = button.querySelector(".true-value");
  trueValue.textContent = note?.trueValueSaid ?? "";
  trueValue.dataset.kind = note?.true_value ?? "";
  button.querySelector(".certainty").textContent = note?.certaintySaid ?? "";
  button.dataset.certainty = note?.certainty ?? "";
  button.toggleAttribute("data-noted", Boolean(note?.text || note?.true_value));
  button.toggleAttribute("data-toned", Boolean(note?.tone));
  button.style.setProperty("--hue", note?.tone?.hue ?? "transparent");
  button.style.setProperty("--depth", `${(note?.tone?.depth ?? 0) * 100}%`);
  button.dataset.choice = note?.choice ?? "";
  button.toggleAttribute("data-lit", Boolean(note?.run));
}

function drawBar(bar, data) {
  bar.hidden = data === null;
  if (data === null) return;
  bar.ariaLabel = `${data.label}: ${data.parts.map((part) => part.text).join(", ")}`;
  bar.querySelector(".bar-label").textContent = data.label;
  data.parts.forEach(({ kind, text, share }, place) => {
    const figure = bar.querySelectorAll(".figure")[place];
    figure.textContent = text;
    figure.dataset.kind = kind;
    const part = bar.querySelectorAll(".part")[place];
    part.style.flexGrow = share;
    part.dataset.kind = kind;
  });
}

// Throws a piece up from the middle of the board and resolves when it has fallen.
function burst(piece, width, height) {
  const aside = (Math.random() - 0.5) * width;
  const up = -(0.15 + 0.3 * Math.random()) * height;
  const turn = (Math.random() - 0.5) * 900;
  const at = (x, y, turned) => `translate(${x}px, ${y}px) rotate(${turned}deg)`;
  return piece.animate(
    [
      { transform: `${at(0, 0, 0)} scale(0.3)`, opacity: 0, easing: "cubic-bezier(0.1, 0.8, 0.4, 1)" },
      { opacity: 1, offset: 0.08 },
      { transform: at(0.8 * aside, up, 0.5 * turn), offset: 0.35, easing: "cubic-bezier(0.5, 0, 0.9, 0.6)" },
      { opacity: 1, offset: 0.75 },
      { transform: at(aside, 0.5 * height, turn), opacity: 0 },
    ],
    { duration: 1300 + 700 * Math.random(), delay: 120 * Math.random(), fill: "both" },
  ).finished;
}

function drawWinningLine(svg, line, cells, side) {
  svg.toggleAttribute("data-shown", line !== null);
  if (line === null) return;
  svg.dataset.mark = cells[line[0]];
  const [start, end] = [line.at(0), line.at(-1)].map((cell) => [
    (cell % side) * 100 + 50,
    Math.floor(cell / side) * 100 + 50,
  ]);
  const direction = [0, 1].map((axis) => Math.sign(end[axis] - start[axis]));
  const beyond = 44 / Math.hypot(...direction); // the line ends outside the outer marks
  const [dx, dy] = direction.map((axis) => axis * beyond);
  const d = `M${start[0] - dx} ${start[1] - dy}L${end[0] + dx} ${end[1] + dy}`;
  svg.querySelector("path").setAttribute("d", d);
}

const celebrated = new Set(); // survives a visit to another page

export default lasting(Board, "setTriggerValue");
