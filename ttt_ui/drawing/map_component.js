// Draws the map of the game of map_component.py, and shows the position under the pointer.
//
// The positions are drawn once and then only change their colour and length. Their places, boards and
// best moves are in `MAP`.

const SVG = "http://www.w3.org/2000/svg";
const [NEVER_SEEN, PLAYS_RIGHT, GOES_WRONG] = [0, 1, 2]; // shades; the later, the likelier
const LIKELIEST = 5;
const PAPER = "#ffffff";
const INK = "#0c101c";
const PNG_PIXELS = 1200;
const BEND = [...Array(16).keys()].map((step) => (step + 1) / 16);

const at = (radius, turn) => {
  const angle = 2 * Math.PI * turn;
  return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
};

// The radii between which a position is drawn.
function radii(ring, isShort) {
  const outer = MAP.inner + MAP.ring * ring - MAP.gap;
  const inner = ring === 0 ? 0 : outer - MAP.ring + MAP.gap;
  return [inner, isShort ? inner + (outer - inner) * MAP.short : outer];
}

function wedge(place, isShort) {
  const [start, end] = [MAP.start[place], MAP.end[place]];
  const [inner, outer] = radii(MAP.marks[place], isShort);
  const arc = (radius, isFar, way, turn) => `A${radius} ${radius} 0 ${isFar} ${way} ${at(radius, turn)}`;
  if (inner === 0) return `M${at(outer, 0)}${arc(outer, 0, 1, 0.5)}${arc(outer, 0, 1, 0)}Z`;
  const isFar = Number(end - start > 0.5);
  return `M${at(outer, start)}${arc(outer, isFar, 1, end)}L${at(inner, end)}${arc(inner, isFar, 0, start)}Z`;
}

// The line from position to position, which turns the shorter way while it leads outwards.
function pathOf(way) {
  const points = way.map((place) => {
    const [inner, outer] = radii(MAP.marks[place], false);
    return inner === 0 ? [0, null] : [(inner + outer) / 2, (MAP.start[place] + MAP.end[place]) / 2];
  });
  const bends = points.slice(1).flatMap(([radius, turn], number) => {
    const [before, from] = points[number];
    const rest = from === null ? 0 : turn - from - Math.round(turn - from);
    return BEND.map((part) => at(before + part * (radius - before), turn - (1 - part) * rest));
  });
  return bends.length ? `M0 0L${bends.join("L")}` : "";
}

const CELLS = [...Array(9).keys()];

// The shades of all positions, of which each digit has two.
const shadesIn = (pairs) => [...pairs].flatMap((digit) => {
  const pair = parseInt(digit, 36);
  return [Math.floor(pair / 6), pair % 6];
});

// Whether a bit is set in bytes that are sent in base 64.
const isSet = (bytes, bit) => (bytes.charCodeAt(bit >> 3) >> (7 - (bit & 7))) & 1;

const maps = new Map(); // by their keys

class GameMap {
  constructor(parent) {
    parent.adoptedStyleSheets = [STYLES];
    this.root = document.createElement("div");
    this.root.className = "map";
    for (const name of ["good", "bad", "x", "o"]) this.root.style.setProperty(`--${name}`, MAP[name]);
    this.root.innerHTML = `
      <svg class="rings" role="img" viewBox="${-MAP.size / 2} ${-MAP.size / 2} ${MAP.size} ${MAP.size}"></svg>
      <p class="said" aria-hidden="true"></p>
      <p class="legend"></p>
      <div class="tip" hidden><svg viewBox="0 0 30 30" aria-hidden="true"></svg><p></p></div>`;
    this.rings = this.root.querySelector(".rings");
    this.tip = this.root.querySelector(".tip");
    this.wedges = MAP.marks.map((_, place) => {
      const path = document.createElementNS(SVG, "path");
      path.dataset.place = place;
      return path;
    });
    this.line = document.createElementNS(SVG, "path");
    this.line.setAttribute("class", "way");
    this.rings.append(...this.wedges, this.line);
    this.rings.addEventListener("pointermove", (event) => this.point(event));
    this.rings.addEventListener("pointerleave", () => this.leave());
    this.rings.addEventListener("click", (event) => this.click(event));
    this.legend = this.root.querySelector(".legend");
    this.legend.addEventListener("click", ({ target }) => this.save(target.dataset.save));
    parent.append(this.root);
  }

  destroy() {
    this.root.remove();
    if (maps.get(this.data.key) === this) maps.delete(this.data.key);
  }

  show(data, send) {
    const last = this.shades ?? [];
    this.shades = shadesIn(data.shades);
    this.bytes = atob(data.moves);
    this.data = data;
    this.send = send;
    maps.set(data.key, this);
    this.wedges.forEach((path, place) => {
      const shade = this.shades[place];
      if (shade === last[place]) return;
      const [colour, depth] = MAP.colours[shade];
      path.setAttribute("d", wedge(place, shade >= GOES_WRONG));
      path.setAttribute("fill", colour);
      path.setAttribute("fill-opacity", depth);
    });
    this.wedges.forEach((path, place) => path.toggleAttribute("data-lit", data.lit.includes(place)));
    this.line.setAttribute("d", pathOf(data.way));
    this.rings.ariaLabel = data.label;
    this.rings.ariaHidden = data.size === "plain"; // a large one says it
    this.root.dataset.size = data.size;
    this.root.toggleAttribute("data-opens", data.opens);
    this.root.querySelector(".said").textContent = data.said;
    this.legend.innerHTML = "";
    if (data.words) this.drawLegend(data.words);
    if (!this.tip.hidden) this.describe(this.pointed);
  }

  drawLegend({ shades, save, formats }) {
    for (const shade of [PLAYS_RIGHT, GOES_WRONG, NEVER_SEEN]) {
      const entry = this.legend.appendChild(document.createElement("span"));
      const [colour, depth] = MAP.colours[shade === GOES_WRONG ? LIKELIEST : shade];
      const top = shade === GOES_WRONG ? 5 : 0; // shorter, as in the map
      entry.innerHTML = `
        <svg viewBox="0 0 10 10">
          <rect y="${top}" width="10" height="${10 - top}" fill="${colour}" fill-opacity="${depth}" />
        </svg>`;
      entry.append(shades[shade]);
    }
    const files = this.legend.appendChild(document.createElement("span"));
    for (const [format, word] of Object.entries(formats)) {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: word, title: save });
      button.dataset.save = format;
      files.append(button);
    }
  }

  placeOf({ target }) {
    const place = target.dataset?.place;
    return place === undefined ? null : Number(place);
  }

  point(event) {
    if (!this.data.moves) return;
    const place = this.placeOf(event);
    if (place === null) return this.leave();
    if (place !== this.pointed) {
      this.wedges[this.pointed]?.removeAttribute("data-pointed");
      this.wedges[place].setAttribute("data-pointed", "");
      this.pointed = place;
      this.describe(place);
    }
    const box = this.root.getBoundingClientRect();
    const isRight = event.clientX - box.left > box.width / 2;
    this.tip.style.left = isRight ? "auto" : `${event.clientX - box.left + 14}px`;
    this.tip.style.right = isRight ? `${box.right - event.clientX + 14}px` : "auto";
    const room = Math.max(0, box.height - this.tip.offsetHeight);
    this.tip.style.top = `${Math.min(room, Math.max(0, event.clientY - box.top - 40))}px`;
  }

  leave() {
    this.wedges[this.pointed]?.removeAttribute("data-pointed");
    this.pointed = null;
    this.tip.hidden = true;
  }

  // Shows the board, the agent's moves as filled and the best ones as framed cells.
  describe(place) {
    const own = CELLS.filter((cell) => isSet(this.bytes, 9 * place + cell));
    const best = CELLS.filter((cell) => (MAP.best[place] >> cell) & 1);
    const cells = [...MAP.boards[place]].map((mark, cell) => {
      const [x, y] = [10 * (cell % 3), 10 * Math.floor(cell / 3)];
      const look = `${own.includes(cell) ? "own" : ""} ${best.includes(cell) ? "best" : ""}`;
      const drawn =
        mark === "X" ? `<path class="x" d="M${x + 3} ${y + 3}l4 4m0 -4l-4 4" />`
        : mark === "O" ? `<circle class="o" cx="${x + 5}" cy="${y + 5}" r="2.2" />`
        : own.includes(cell) ? `<circle class="move ${best.includes(cell) ? "right" : "wrong"}" cx="${x + 5}" cy="${y + 5}" r="2" />` : "";
      return `<rect class="${look}" x="${x + 0.5}" y="${y + 0.5}" width="9" height="9" rx="1" />${drawn}`;
    });
    this.tip.querySelector("svg").innerHTML = cells.join("");
    const shade = Math.min(this.shades[place], GOES_WRONG);
    const { shades, moves } = this.data.words;
    this.tip.querySelector("p").textContent = `${shades[shade]}\n${moves}`;
    this.tip.hidden = false;
  }

  click(event) {
    const place = this.placeOf(event);
    if (place === null || !this.data.opens) return;
    // A finger has no pointer to hover with: the first touch shows the position, the next opens it.
    if (event.pointerType === "touch" && place !== this.touched) {
      this.touched = place;
      this.point(event);
      return;
    }
    if (hasServer()) this.send("opened", place);
  }

  save(format) {
    if (!format) return;
    const copy = this.rings.cloneNode(true);
    copy.setAttribute("xmlns", SVG);
    copy.setAttribute("color", INK);
    copy.setAttribute("width", PNG_PIXELS);
    copy.setAttribute("height", PNG_PIXELS);
    copy.querySelector(".way").setAttribute("style", `fill:none;stroke:${INK};stroke-width:1.6`);
    for (const path of copy.querySelectorAll("[data-lit]")) path.setAttribute("style", `stroke:${INK};stroke-width:1.6`);
    const text = new XMLSerializer().serializeToString(copy);
    const svg = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    if (format === "SVG") return download(svg, `${this.data.file}.svg`);
    const picture = new Image();
    picture.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = PNG_PIXELS;
      const room = canvas.getContext("2d");
      room.fillStyle = PAPER;
      room.fillRect(0, 0, PNG_PIXELS, PNG_PIXELS);
      room.drawImage(picture, 0, 0, PNG_PIXELS, PNG_PIXELS);
      URL.revokeObjectURL(svg);
      canvas.toBlob((blob) => download(URL.createObjectURL(blob), `${this.data.file}.png`));
    };
    picture.src = svg;
  }
}

function download(address, name) {
  const link = document.createElement("a");
  Object.assign(link, { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

const draw = lasting(GameMap, "setTriggerValue");

export default function (given) {
  if (given.data && !given.data.ahead) return draw(given);
  for (const map of (given.data?.ahead ?? []).map((key) => maps.get(key)).filter(Boolean)) {
    const { moves } = map.data; // a plain one has none
    map.show({ ...map.data, ...given.data, moves: moves && given.data.moves }, map.send);
  }
}
