// Draws the grid world of one_cell.py and reports clicks on its cells.
//
// The elements are made once for a size and then only given other attributes, so that the focus
// stays where it is; grid_component.css styles them by these attributes.

const MOVES = ["up", "down", "left", "right"];
const AWAY = [[-1, 0], [1, 0], [0, -1], [0, 1]]; // rows and columns that each move goes
const SIDES = ["M0 0H100L50 50Z", "M0 100H100L50 50Z", "M0 0V100L50 50Z", "M100 0V100L50 50Z"];
const TRIANGLES = ["M3 3H97L50 50Z", "M3 97H97L50 50Z", "M3 3V97L50 50Z", "M97 3V97L50 50Z"];

const CELL = `
  <button type="button" class="cell">
    <svg class="things" viewBox="0 0 100 100" aria-hidden="true">
      ${SIDES.map((side) => `<path class="side" d="${side}" />`).join("")}
      <path class="seams" d="M0 0 100 100M100 0 0 100" />
      <path class="lit" />
      <g class="goal"><path d="M36 82V18" /><path class="cloth" d="M36 20 74 33 36 48Z" /></g>
      <g class="pit"><ellipse cx="50" cy="54" rx="34" ry="27" /><ellipse class="deep" cx="50" cy="59" rx="26" ry="19" /></g>
      <g class="wall"><rect x="8" y="8" width="84" height="84" rx="6" /><path d="M8 36H92M8 64H92M50 8V36M29 36V64M71 36V64M50 64V92" /></g>
      <path class="home" d="M6 18 17 8 28 18M9 16V28H25V16" />
    </svg>
    ${MOVES.map((move) => `<span class="value" data-move="${move}" aria-hidden="true"></span>`).join("")}
    <svg class="arrow" viewBox="0 0 24 24" aria-hidden="true"><path d="M3 12H20M13 5l7 7-7 7" /></svg>
  </button>`;

const WALKER = `
  <div class="walker" aria-hidden="true"><svg viewBox="0 0 100 100"><circle cx="50" cy="50" r="15" /></svg></div>`;

const STEP_MS = 320;
const END_MS = 950; // a step that ends the walk, and the return to the start
const RUN_MS = 650;
const MOST_DECIMALS = 2;

class Grid {
  constructor(parent) {
    parent.adoptedStyleSheets = [STYLES];
    this.root = document.createElement("div");
    this.root.className = "world";
    this.root.innerHTML = '<div class="grid" role="group"></div><div class="announcement" role="status"></div>';
    this.grid = this.root.querySelector(".grid");
    this.cells = [];
    this.data = null;
    this.running = null; // the animation frame of the changing number
    parent.append(this.root);
  }

  destroy() {
    cancelAnimationFrame(this.running);
    this.root.remove();
  }

  show(data, send) {
    const before = this.data;
    this.data = data;
    this.send = send;
    if (data.cells.length !== this.cells.length) this.build();
    this.draw();
    const another = before === null || before.token !== data.token || before.steps !== data.steps;
    if (another) this.stopMotion();
    if (another && before !== null && data.steps === before.steps + 1 && data.step !== null) this.move();
    const announcement = this.root.querySelector(".announcement");
    if (announcement.textContent !== data.announcement) announcement.textContent = data.announcement;
  }

  build() {
    this.columns = Math.round(Math.sqrt(this.data.cells.length));
    this.grid.style.setProperty("--columns", this.columns);
    this.grid.innerHTML = CELL.repeat(this.data.cells.length) + WALKER;
    this.cells = [...this.grid.querySelectorAll(".cell")];
    this.walker = this.grid.querySelector(".walker");
    this.cells.forEach((button, cell) => {
      button.addEventListener("click", () => {
        if (this.data.clickable) this.send("place", { cell, token: this.data.token });
      });
    });
    roveAmong(this.cells, this.columns); // see cells.js
  }

  draw() {
    const { data } = this;
    this.root.dataset.size = data.size;
    this.grid.ariaLabel = data.label;
    this.cells.forEach((button, number) => {
      const cell = data.cells[number];
      const lit = data.step?.cell === number ? data.step.move : null;
      button.dataset.kind = cell.kind;
      button.ariaLabel = cell.name;
      button.ariaDescription = cell.description || null;
      button.ariaDisabled = !data.clickable;
      button.dataset.best = MOVES[cell.best] ?? "";
      button.toggleAttribute("data-start", cell.is_start);
      button.toggleAttribute("data-way", cell.on_way);
      button.toggleAttribute("data-lit", lit !== null);
      button.querySelector(".lit").setAttribute("d", lit === null ? "" : TRIANGLES[lit]);
      MOVES.forEach((_, move) => {
        const side = button.querySelectorAll(".side")[move];
        side.style.setProperty("--hue", cell.tones[move]?.hue ?? "transparent");
        side.style.setProperty("--depth", `${(cell.tones[move]?.depth ?? 0) * 100}%`);
        const value = button.querySelectorAll(".value")[move];
        value.textContent = cell.values[move] ?? "";
        value.toggleAttribute("data-nothing", cell.values[move] === "0");
        value.toggleAttribute("data-lit", move === lit);
      });
    });
    this.walker.hidden = data.walker === null;
    if (data.walker !== null) Object.assign(this.walker.style, this.place(data.walker));
  }

  // Position of the walker in a cell, or offset from it by some rows and columns.
  place(cell, rows = 0, columns = 0) {
    const at = (index) => `calc((100% + var(--gap)) * ${index / this.columns})`;
    return {
      left: at((cell % this.columns) + columns),
      top: at(Math.floor(cell / this.columns) + rows),
    };
  }

  // Animates the step: first the walker, then the number it has learned.
  move() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const { cell, move, next_cell: next, ended } = this.data.step;
    const [from, to] = [this.place(cell), this.place(next)];
    let frames = [from, to];
    if (next === cell) {
      const against = AWAY[move].map((away) => 0.14 * away);
      frames = [from, this.place(cell, ...against), from];
    } else if (ended) {
      const back = this.place(this.data.walker);
      frames = [
        { ...from, opacity: 1 },
        { ...to, opacity: 1, offset: 0.35 },
        { ...to, opacity: 1, offset: 0.55 },
        { ...to, opacity: 0, offset: 0.75 },
        { ...back, opacity: 0, offset: 0.76 },
        { ...back, opacity: 1 },
      ];
    }
    this.walker.animate(frames, { duration: ended ? END_MS : STEP_MS, easing: "ease-in-out" });
    this.runNumber();
  }

  runNumber() {
    const { cell, move, old, new: target } = this.data.step;
    const text = this.data.cells[cell].values[move];
    if (text === undefined || old === target) return;
    const value = this.cells[cell].querySelectorAll(".value")[move];
    const began = performance.now() + STEP_MS;
    const frame = (now) => {
      const time = Math.min(Math.max((now - began) / RUN_MS, 0), 1);
      value.textContent = time < 1 ? written(old + time * (target - old)) : text;
      this.running = time < 1 ? requestAnimationFrame(frame) : null;
    };
    frame(began);
  }

  stopMotion() {
    cancelAnimationFrame(this.running);
    for (const animation of this.walker.getAnimations()) animation.cancel();
  }
}

function written(value) {
  const form = { maximumFractionDigits: MOST_DECIMALS, signDisplay: "negative" };
  return value.toLocaleString(document.documentElement.lang, form).replace("-", "−");
}

export default lasting(Grid, "setTriggerValue");
