// Saves a record and its parts in the browser's localStorage, and a cookie (see
// storage_component.py).
//
// One of the elements that run this talks to the server; the others only deliver data to save.

const PREFIX = "ttt-lab.";
const RECORD = `${PREFIX}record`;
const REPLACED = `${PREFIX}replaced`;
const PART = `${PREFIX}part.`;
const COOKIE = "ttt-lab";
const A_YEAR = 365 * 24 * 3600; // seconds

const now = {}; // the state of this visit

function begin(data, send) {
  Object.assign(now, {
    visit: data.visit, // a restarted server gives another
    held: null, // as the server has told it
    own: null, // the record of this tab, as it was last in the storage
    asked: 0,
    wanted: null, // the data to save
    content: {}, // the parts that were missing
    number: 0, // of the last report
    open: {}, // not yet answered by the server
    troubles: new Set(),
    send,
  });
  try {
    if (localStorage.getItem(REPLACED) !== null) tell({ keeps: true });
    // A record that no cookie has announced.
    if (data.held === null && localStorage.getItem(RECORD) !== null) tellAll("record");
  } catch {
    // Storage is blocked, which is told when there is something to save.
  }
}

export default function ({ data, setStateValue }) {
  if (data.speaks) {
    const send = (report) => setStateValue("report", report);
    if (data.visit !== now.visit) begin(data, send);
    now.send = send;
    takeAnswer(data.answered);
    if (data.held !== now.held) now.own = now.held = data.held;
    now.off = data.off;
    Object.assign(now.content, data.content);
    if (data.asked > now.asked) {
      now.asked = data.asked;
      tellAll(data.asks_for);
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
  const { parts } = now.open;
  now.open = {};
  // Every click sends the last report again, so it must not stay large.
  if (parts !== undefined) now.send({ visit: now.visit, number });
}

function tellTrouble(trouble) {
  if (now.troubles.has(trouble)) return;
  now.troubles.add(trouble);
  tell({ trouble });
}

function tellAll(which) {
  try {
    const record = which === "replaced" ? replaced().record : localStorage.getItem(RECORD);
    const parts = partsInStorage().map((name) => [name, localStorage.getItem(PART + name)]);
    tell({ record, parts: Object.fromEntries(parts) });
  } catch {
    tell({ record: null, parts: {}, trouble: "blocked" });
  }
}

// What another tab had saved when this one was saved in its place, with the names of its parts.
function replaced() {
  return JSON.parse(localStorage.getItem(REPLACED)) ?? { record: null, parts: [] };
}

function partsInStorage() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PART));
  return keys.map((key) => key.slice(PART.length));
}

function write() {
  const { wanted, content } = now;
  if (wanted === null || wanted.done || now.isLeft) return;
  let fresh = [];
  try {
    const before = localStorage.getItem(RECORD);
    if (before !== now.own && before === now.off) {
      tell({ off: true }); // another tab has switched saving off
      return;
    }
    fresh = wanted.parts.filter((name) => localStorage.getItem(PART + name) === null);
    const missing = fresh.filter((name) => !(name in content));
    if (missing.length > 0) {
      if (now.open.missing?.join() !== missing.join()) tell({ missing });
      return;
    }
    const kept = partsInStorage();
    for (const name of fresh) localStorage.setItem(PART + name, content[name]);
    const isOfAnotherTab = before !== null && before !== now.own;
    if (isOfAnotherTab && !wanted.erases) {
      localStorage.setItem(REPLACED, JSON.stringify({ record: before, parts: kept }));
    }
    keep(wanted);
    if (!keepCookie(wanted.cookie)) {
      dropAll(); // the next visit would not find it in time
      tellTrouble("blocked");
    } else if (isOfAnotherTab && !wanted.erases) tell({ replaced: true });
  } catch (error) {
    if (localStorageHas(REPLACED)) {
      dropReplaced(); // its room is needed
      write();
      return;
    }
    // A record without parts fits into the cookie, but an older one must not stay in the storage.
    if (wanted.parts.length === 0 && keepCookie(wanted.cookie)) dropAll();
    else {
      drop((key) => fresh.some((name) => key === PART + name));
      tellTrouble(error?.name === "QuotaExceededError" ? "full" : "blocked");
    }
  }
  wanted.done = true;
  if (wanted.leaves_for !== "" && isPutAside(wanted)) {
    now.isLeft = true;
    location.assign(wanted.leaves_for);
  }
  if (Object.keys(content).length > 0) {
    now.content = {};
    tell({}); // so that they are not sent again
  }
}

// Puts a visit aside. One that could not be written stays; one that is not to be saved is dropped.
function isPutAside({ record, parts }) {
  if (record === "" || record === now.off) return true;
  try {
    if (localStorage.getItem(RECORD) !== record) return false;
    localStorage.setItem(REPLACED, JSON.stringify({ record, parts }));
    localStorage.removeItem(RECORD);
  } catch {
    tellTrouble("full");
    return false;
  }
  drop((key) => key.startsWith(PART) && !parts.includes(key.slice(PART.length)));
  return keepCookie("");
}

function keep({ record, parts, erases }) {
  if (erases) localStorage.removeItem(REPLACED);
  if (record === "") localStorage.removeItem(RECORD);
  else localStorage.setItem(RECORD, record);
  now.own = record || null;
  const needed = [...parts, ...replaced().parts].map((name) => PART + name);
  drop((key) => key.startsWith(PART) && !needed.includes(key));
}

function localStorageHas(key) {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function dropReplaced() {
  const needed = now.wanted.parts.map((name) => PART + name);
  drop((key) => key === REPLACED || (key.startsWith(PART) && !needed.includes(key)));
}

function dropAll() {
  drop((key) => key === RECORD || key === REPLACED || key.startsWith(PART));
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
