// Draws the slider of slider_component.py and reports its moves while it is moved.
//
// Keys and screen readers use a real <input type="range"> over the indices of the values, or over fine
// steps if their places are given. Pointers are handled here: a finger that scrolls the page across a
// slider must not change it.

const SLIDER = `
  <div class="head">
    <span class="label" id="label"></span>
    <button class="help" type="button" popovertarget="hint" popovertargetaction="show">?</button>
    <div class="hint" id="hint" popover></div>
    <input class="typed" type="text" inputmode="decimal" autocomplete="off" spellcheck="false" />
  </div>
  <div class="rail"><input id="range" type="range" aria-labelledby="label" min="0" step="1" /></div>`;

const REPORT_EVERY = 50; // milliseconds
const REST = 300; // milliseconds without a move, after which a drag has ended
const THUMB = 18; // pixels; as in the style sheet
const ROOM_FOR_HINT = 200; // pixels below a help button; with less, its hint is above it
const SLOP = 8; // pixels a finger must move before its direction counts
const STEPS = 1000; // of the range, if places are given

class Slider {
  constructor(parent) {
    parent.adoptedStyleSheets = [STYLES];
    this.root = document.createElement("div");
    this.root.className = "slider";
    this.root.innerHTML = SLIDER;
    for (const name of [".label", ".help", ".hint", ".typed", ".rail", "#range"]) {
      this[name.replace(/\W/, "")] = this.root.querySelector(name);
    }
    this.data = null;
    this.send = null;
    this.values = [];
    this.value = 0;
    this.drag = null; // when the drag under way began
    this.reported = null; // the value last reported
    this.hasReported = false; // anything of the drag under way
    this.unanswered = null; // the value last reported, until a page that knows it is drawn
    this.isTyping = false;
    this.nextReport = 0;
    this.waiting = undefined; // timers
    this.resting = undefined;
    this.pointer = null; // the mouse or finger that holds the slider, or is about to
    this.isTouched = false; // by a finger that has not yet moved enough to show its direction

    this.range.addEventListener("input", () => this.step());
    this.typed.addEventListener("change", () => this.type());
    this.typed.addEventListener("focus", () => this.typed.select());
    this.typed.addEventListener("input", () => this.startTyping());
    this.typed.addEventListener("blur", () => this.stopTyping());
    this.typed.addEventListener("keydown", (event) => {
      event.stopPropagation(); // letters are Streamlit's shortcuts
      if (event.key === "Escape") this.stopTyping();
    });
    this.hint.addEventListener("beforetoggle", () => this.placeHint());
    this.help.addEventListener("pointerenter", ({ pointerType }) => {
      if (pointerType === "mouse") this.hint.showPopover();
    });
    this.help.addEventListener("pointerleave", ({ pointerType }) => {
      if (pointerType === "mouse") this.hint.hidePopover();
    });
    this.rail.addEventListener("pointerdown", (event) => this.press(event));
    this.rail.addEventListener("pointermove", (event) => this.pull(event));
    this.rail.addEventListener("pointerup", (event) => this.release(event));
    this.rail.addEventListener("pointercancel", (event) => this.release(event));
    this.rail.addEventListener("click", (event) => this.tap(event));
    parent.append(this.root);
  }

  destroy() {
    for (const timer of [this.waiting, this.resting]) clearTimeout(timer);
    this.root.remove();
  }

  show(data, send) {
    const isSetOtherwise = data.token !== this.data?.token;
    this.data = data;
    this.send = send;
    this.label.textContent = data.label;
    this.typed.ariaLabel = `${data.label}: ${data.words.enter}`;
    this.numbers = new Intl.NumberFormat(data.words.language, { maximumFractionDigits: 12 });
    this.help.hidden = !data.help;
    this.help.ariaLabel = `${data.label}: ${data.words.help}`;
    this.hint.textContent = this.range.ariaDescription = data.help;
    this.root.toggleAttribute("data-narrow", data.narrow);
    this.root.toggleAttribute("data-axis", Boolean(data.axis));
    this.root.style.setProperty("--left", `${data.axis?.left ?? 0}px`);
    this.root.style.setProperty("--right", `${data.axis?.right ?? 0}px`);
    if (isSetOtherwise) {
      clearTimeout(this.waiting);
      clearTimeout(this.resting);
      this.drag = null;
    }
    if (isSetOtherwise || data.answered === this.unanswered) this.unanswered = null;
    // While somebody moves it, and on a slow machine for some time after, the page lags behind.
    if (this.drag === null && this.unanswered === null) this.set(data.value);
  }

  set(value) {
    const offered = spread(this.data.values);
    this.value = value;
    this.values = offered.includes(value) ? offered : [...offered, value].sort((a, b) => a - b);
    this.draw();
  }

  draw() {
    const last = this.values.length - 1;
    const share = this.shareOf(this.values.indexOf(this.value));
    this.range.max = this.data.axis ? STEPS : last;
    this.range.value = share * this.range.max;
    const written = this.numbers.format(this.value).replace("-", "−");
    this.range.setAttribute("aria-valuetext", written);
    if (!this.isTyping) this.typed.value = written;
    this.root.style.setProperty("--share", share);
  }

  // Where on the rail a value is, from 0 to 1.
  shareOf(index) {
    return this.data.axis?.places[index] ?? index / Math.max(this.values.length - 1, 1);
  }

  // The index of the value that is nearest to a place on the rail.
  indexAt(share) {
    const away = (index) => Math.abs(this.shareOf(index) - share);
    return this.values.reduce((best, _, index) => (away(index) < away(best) ? index : best), 0);
  }

  placeHint() {
    const { left, top, bottom } = this.help.getBoundingClientRect();
    const isBelow = innerHeight - bottom > ROOM_FOR_HINT;
    this.hint.style.setProperty("--from-left", `${left}px`);
    this.hint.style.top = isBelow ? `${bottom}px` : "auto";
    this.hint.style.bottom = isBelow ? "auto" : `${innerHeight - top}px`;
  }

  // By a key or a screen reader.
  step() {
    const before = this.values.indexOf(this.value);
    const share = this.range.value / Math.max(this.range.max, 1);
    let index = this.indexAt(share);
    if (index === before) index += Math.sign(share - this.shareOf(before));
    this.begin();
    this.move(this.values[index] ?? this.value);
    this.rest();
  }

  startTyping() {
    this.isTyping = true;
    this.typed.setCustomValidity("");
  }

  type() {
    const number = parsed(this.typed.value);
    if (!Number.isFinite(number)) {
      this.typed.setCustomValidity(this.typed.ariaLabel);
      this.typed.reportValidity();
      return;
    }
    this.begin();
    this.move(this.data.free ? number : nearest(spread(this.data.values), number));
    this.rest();
    this.stopTyping();
  }

  stopTyping() {
    this.isTyping = false;
    this.typed.setCustomValidity("");
    this.draw();
  }

  press(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const { pointerId: id, pointerType, clientX: x, clientY: y } = event;
    this.pointer = { id, x, y, holds: false };
    this.isTouched = pointerType !== "mouse";
    if (!this.isTouched) this.hold(event);
  }

  pull(event) {
    const { pointer } = this;
    if (event.pointerId !== pointer?.id) return;
    if (pointer.holds) {
      this.begin();
      this.moveTo(event.clientX);
      this.resting = setTimeout(() => this.report({ rests: true }), REST);
      return;
    }
    const [aside, along] = [event.clientX - pointer.x, event.clientY - pointer.y].map(Math.abs);
    if (Math.max(aside, along) < SLOP) return;
    if (aside > along) this.hold(event);
    else this.pointer = null; // it scrolls
  }

  hold(event) {
    this.pointer.holds = true;
    this.isTouched = false;
    this.rail.setPointerCapture(event.pointerId);
    this.range.focus({ preventScroll: true });
    this.drag = null; // the previous drag has ended
    this.begin();
    this.moveTo(event.clientX);
  }

  release(event) {
    if (event.pointerId !== this.pointer?.id) return;
    const { holds } = this.pointer;
    this.pointer = null;
    if (holds) this.rest();
  }

  // With a finger. No click follows if it has scrolled the page, or stopped it from scrolling.
  tap(event) {
    if (!this.isTouched) return;
    this.isTouched = false;
    this.drag = null;
    this.begin();
    this.moveTo(event.clientX);
    this.rest();
  }

  moveTo(x) {
    const { left, width } = this.rail.getBoundingClientRect();
    const share = (x - left - THUMB / 2) / (width - THUMB);
    this.move(this.values[this.indexAt(share)]);
  }

  begin() {
    clearTimeout(this.resting);
    this.resting = undefined;
    if (this.drag !== null) return;
    this.drag = performance.now();
    this.reported = this.value;
    this.hasReported = false;
  }

  move(value) {
    if (value === this.value) return;
    this.set(value);
    if (this.waiting !== undefined) return;
    const wait = Math.max(0, this.nextReport - performance.now());
    this.waiting = setTimeout(() => this.report(), wait);
  }

  // Reports the last value at once and, a little later, that it was the last.
  rest() {
    this.report();
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.resting = undefined;
      if (this.hasReported) this.report({ ended: true });
      this.drag = null;
    }, REST);
  }

  // `rests` says that it is held and has not moved for a while, `ended` that it has come to rest.
  report({ rests = false, ended = false } = {}) {
    clearTimeout(this.waiting);
    this.waiting = undefined;
    if (!ended && this.value === this.reported && !(rests && this.hasReported)) return;
    this.reported = this.unanswered = this.value;
    this.hasReported = true;
    this.nextReport = performance.now() + REPORT_EVERY;
    const { value, drag } = this;
    this.send("moved", { value, token: this.data.token, drag, rests, ended });
  }
}

// A number as people write it: 100,000 and 100 000 and 100k, 0.5 and 0,5, 1e5. Not a number otherwise.
function parsed(text) {
  const plain = text
    .replace(/[\s_'’]/g, "")
    .replace("−", "-")
    .replace(/(?<=\d)k$/i, "e3")
    .replace(/(?<=\d)m$/i, "e6");
  if (!/^[+-]?[\d.,]+(e[+-]?\d+)?$/i.test(plain)) return NaN;
  if (/^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(plain)) return Number(plain.replaceAll(",", ""));
  return Number(plain.replace(",", "."));
}

// Evenly spaced values come as the first, the last and their number.
function spread(values) {
  const { first, last, count } = values;
  if (count === undefined) return values;
  const place = (i) => first + ((last - first) * i) / Math.max(count - 1, 1);
  return Array.from({ length: count }, (_, i) => Number(place(i).toFixed(9)));
}

function nearest(values, number) {
  const isNearer = (best, value) => Math.abs(value - number) < Math.abs(best - number);
  return values.reduce((best, value) => (isNearer(best, value) ? value : best));
}

export default lasting(Slider, "setStateValue");
