// Saves a record and its parts in the browser's localStorage, and a cookie (see
// storage_component.py).
//
// One of the elements that run this talks to the server; the others only deliver data to save.

const PREFIX = "ttt-lab.";
const RECORD = `${PREFIX}record`;
const PART = `${PREFIX}part.`;
const COOKIE = "ttt-lab";
const A_YEAR = 365 * 24 * 3600; // seconds

const now = {}; // the state of this visit

function begin(data) {
  Object.assign(now, {
    visit: data.visit, // a restarted server gives another
    known: data.held, // the record that the server knows
    asked: 0,
    wanted: null, // the data to save
    content: {}, // the parts that were missing
    number: 0, // of the last report
    open: {}, // not yet answered by the server
    troubles: new Set(),
    offers: false,
  });
}

export default function ({ data, setStateValue }) {
  if (data.speaks) {
    if (data.visit !== now.visit) begin(data);
    now.send = (report) => setStateValue("report", report);
    now.offers = data.offers;
    takeAnswer(data.answered);
    Object.assign(now.content, data.content);
    if (data.asked > now.asked) {
      now.asked = data.asked;
      tellAll();
    } else {
      look();
    }
  }
  const { writing } = data;
  if (data.visit !== now.visit || writing === null) return;
  if (now.wanted === null || writing.number > now.wanted.number) {
    now.wanted = { ...writing, done: false };
  }
  write();
}

// Every report repeats unanswered news, because a later report may overtake an earlier one.
function tell(news) {
  Object.assign(now.open, news);
  now.number += 1;
  now.send({ visit: now.visit, number: now.number, ...now.open });
}

function takeAnswer(number) {
  if (number !== now.number) return;
  const { record, parts } = now.open;
  if (record !== undefined) now.known = record;
  now.open = {};
  // Every click sends the last report again, so it must not stay large.
  if (parts !== undefined) now.send({ visit: now.visit, number });
}

function tellTrouble(error) {
  const trouble = error?.name === "QuotaExceededError" ? "full" : "blocked";
  if (now.troubles.has(trouble)) return;
  now.troubles.add(trouble);
  tell({ trouble });
}

function tellAll() {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PART));
    const parts = keys.map((key) => [key.slice(PART.length), localStorage.getItem(key)]);
    tell({ record: localStorage.getItem(RECORD), parts: Object.fromEntries(parts) });
  } catch {
    tell({ record: null, parts: {}, trouble: "blocked" });
  }
}

// Reports a record that the server does not know, such as one from another tab. Returns false then.
function look() {
  let record = null;
  try {
    record = localStorage.getItem(RECORD);
  } catch {
    return true;
  }
  if (record === null) now.known = null;
  if (record === now.known) return true;
  if (record !== now.open.record) tell({ record });
  return false;
}

function write() {
  const { wanted, content } = now;
  if (wanted === null || wanted.done || !look()) return;
  let fresh = [];
  try {
    fresh = wanted.parts.filter((name) => localStorage.getItem(PART + name) === null);
    const missing = fresh.filter((name) => !(name in content));
    if (missing.length > 0) {
      if (now.open.missing?.join() !== missing.join()) tell({ missing });
      return;
    }
    for (const name of fresh) localStorage.setItem(PART + name, content[name]);
    keep(wanted);
    keepCookie(wanted.cookie);
  } catch (error) {
    // A record without parts fits into the cookie, but an older one must not stay in the storage.
    const cookieHasAll = wanted.parts.length === 0 && keepCookie(wanted.cookie);
    if (cookieHasAll) drop((key) => key === RECORD || key.startsWith(PART));
    else {
      drop((key) => fresh.some((name) => key === PART + name));
      tellTrouble(error);
    }
  }
  wanted.done = true;
  if (Object.keys(content).length > 0) {
    now.content = {};
    tell({}); // so that they are not sent again
  }
}

function keep({ record, parts }) {
  if (record === "") localStorage.removeItem(RECORD);
  else localStorage.setItem(RECORD, record);
  now.known = record || null;
  drop((key) => key.startsWith(PART) && !parts.includes(key.slice(PART.length)));
}

function drop(isDropped) {
  try {
    for (const key of Object.keys(localStorage)) if (isDropped(key)) localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so there is nothing to drop.
  }
}

function keepCookie(text) {
  const age = text === "" ? 0 : A_YEAR;
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${COOKIE}=${text}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
  return text === "" || document.cookie.split("; ").includes(`${COOKIE}=${text}`);
}

// Another tab has written. A hidden tab looks when it becomes visible.
function lookAgain() {
  if (now.visit !== undefined && !document.hidden && !now.offers) look();
}
window.addEventListener("storage", (event) => {
  if (event.key === RECORD) lookAgain();
});
document.addEventListener("visibilitychange", lookAgain);
