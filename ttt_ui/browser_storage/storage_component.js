// Saves a record and its parts in the browser's IndexedDB, and a cookie (see
// storage_component.py).
//
// One of the elements that run this talks to the server; the others only deliver data to save.

const NAME = "ttt-lab"; // of the database and of the cookie
const STORE = "saved";
const RECORD = "record";
const REPLACED = "replaced";
const PART = "part.";
const FORMER = "ttt-lab."; // how the names of a former version begin in localStorage
const A_YEAR = 365 * 24 * 3600; // seconds

const now = { queue: Promise.resolve() }; // the state of this visit
let database = null;

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
  void look(data.held === null);
}

// Looks at what is saved, and whether anything can be.
async function look(hasNoRecord) {
  try {
    const saved = await allSaved();
    if (saved.has(REPLACED)) tell({ keeps: true });
    // A record that no cookie has announced.
    if (hasNoRecord && saved.has(RECORD)) await tellAll("record");
    if (!keepsCookies()) tellTrouble("blocked");
  } catch {
    tellTrouble("blocked");
  }
}

export default function ({ data, setStateValue }) {
  if (data.reports) {
    const send = (report) => setStateValue("report", report);
    if (data.visit !== now.visit) begin(data, send);
    now.send = send;
    takeAnswer(data.answered);
    if (data.held !== now.held) now.own = now.held = data.held;
    now.off = data.off;
    Object.assign(now.content, data.content);
    if (data.asked > now.asked) {
      now.asked = data.asked;
      void tellAll(data.asks_for);
    }
  }
  const { writing } = data;
  if (data.visit !== now.visit || writing === null) return;
  if (now.wanted === null || writing.number > now.wanted.number) {
    now.wanted = { ...writing, done: false };
  }
  now.queue = now.queue.then(write);
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

async function tellAll(which) {
  try {
    const saved = await allSaved();
    // What another tab had saved when this one was saved in its place has the names of its parts.
    const record = which === "replaced" ? saved.get(REPLACED)?.record : saved.get(RECORD);
    const parts = partsIn([...saved.keys()]).map((name) => [name, saved.get(PART + name)]);
    tell({ record: record ?? null, parts: Object.fromEntries(parts) });
  } catch {
    tell({ record: null, parts: {}, trouble: "blocked" });
  }
}

async function write() {
  const { wanted, content } = now;
  if (wanted === null || wanted.done || now.isLeft) return;
  let outcome = null;
  try {
    outcome = await inStore("readwrite", (store) => put(store, wanted, content));
  } catch (error) {
    const isFull = error?.name === "QuotaExceededError";
    if (isFull && (await dropReplaced(wanted))) {
      await write(); // its room was needed
      return;
    }
    // A short record fits into the cookie, but an older one must not stay in the storage.
    if (wanted.cookie === wanted.record && !isPutAside(wanted) && keepCookie(wanted.cookie)) {
      await drop(() => true);
      outcome = { record: null, cookie: wanted.cookie };
    } else tellTrouble(isFull ? "full" : "blocked");
  }
  if (outcome?.off) {
    tell({ off: true }); // another tab has switched saving off
    return;
  }
  if (outcome?.missing) {
    if (now.open.missing?.join() !== outcome.missing.join()) tell({ missing: outcome.missing });
    return;
  }
  wanted.done = true;
  if (outcome !== null) {
    now.own = outcome.record;
    if (!keepCookie(outcome.cookie)) {
      await drop(() => true); // the next visit would not find it in time
      tellTrouble("blocked");
    } else if (outcome.replaced) tell({ replaced: true });
    if (wanted.leaves_for !== "") {
      now.isLeft = true;
      location.assign(wanted.leaves_for);
    }
  }
  if (Object.keys(content).length > 0) {
    now.content = {};
    tell({}); // so that they are not sent again
  }
}

// Writes the record and its parts, and keeps what another tab had saved. A visit that leaves is put
// aside in the same way, so that the next visitor does not find it.
async function put(store, wanted, content) {
  const [saved, names, replaced] = await Promise.all([
    got(store.get(RECORD)),
    got(store.getAllKeys()),
    got(store.get(REPLACED)),
  ]);
  const before = saved ?? null;
  if (before !== now.own && before === now.off) return { off: true };
  const kept = partsIn(names);
  const fresh = wanted.parts.filter((name) => !kept.includes(name));
  const missing = fresh.filter((name) => !(name in content));
  if (missing.length > 0) return { missing };
  const isOfAnotherTab = before !== null && before !== now.own && !wanted.erases;
  const leaves = isPutAside(wanted);
  let aside = wanted.erases ? null : (replaced ?? null);
  if (isOfAnotherTab) aside = { record: before, parts: kept };
  if (leaves) aside = { record: wanted.record, parts: wanted.parts };
  const record = leaves ? null : wanted.record || null;
  for (const name of fresh) store.put(content[name], PART + name);
  set(store, REPLACED, aside);
  set(store, RECORD, record);
  const needed = [...wanted.parts, ...(aside?.parts ?? [])];
  for (const name of kept) if (!needed.includes(name)) store.delete(PART + name);
  return { record, cookie: leaves ? "" : wanted.cookie, replaced: isOfAnotherTab };
}

function isPutAside({ record, leaves_for }) {
  return leaves_for !== "" && record !== "" && record !== now.off;
}

function set(store, name, value) {
  if (value === null) store.delete(name);
  else store.put(value, name);
}

// Makes room; returns whether there was something to drop.
async function dropReplaced({ parts }) {
  try {
    if (!(await allSaved()).has(REPLACED)) return false;
  } catch {
    return false;
  }
  const needed = parts.map((name) => PART + name);
  await drop((name) => name === REPLACED || (name.startsWith(PART) && !needed.includes(name)));
  return true;
}

async function drop(isDropped) {
  try {
    await inStore("readwrite", async (store) => {
      const names = await got(store.getAllKeys());
      for (const name of names) if (isDropped(name)) store.delete(name);
    });
  } catch {
    // Storage is blocked, so there is nothing to drop.
  }
}

async function allSaved() {
  return inStore("readonly", async (store) => {
    const [names, values] = await Promise.all([got(store.getAllKeys()), got(store.getAll())]);
    return new Map(names.map((name, place) => [name, values[place]]));
  });
}

function partsIn(names) {
  return names.filter((name) => name.startsWith(PART)).map((name) => name.slice(PART.length));
}

// Does some work in one transaction: all of it is done, or nothing.
async function inStore(mode, work) {
  const transaction = (await opened()).transaction(STORE, mode);
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  done.catch(() => {});
  try {
    const result = await work(transaction.objectStore(STORE));
    await done;
    return result;
  } catch (error) {
    if (transaction.error === null) transaction.abort();
    throw transaction.error ?? error;
  }
}

function got(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function opened() {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      const store = request.result.createObjectStore(STORE);
      for (const [name, value] of ofFormerVersion()) store.put(value, name);
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      dropFormerVersion();
      request.result.onclose = () => (database = null); // the visitor has cleared the browser's data
      request.result.onversionchange = () => {
        request.result.close();
        database = null;
      };
      resolve(request.result);
    };
  });
  return database;
}

// A former version saved the same entries in localStorage.
function ofFormerVersion() {
  return formerNames().map((key) => {
    const name = key.slice(FORMER.length);
    const text = localStorage.getItem(key);
    return [name, name === REPLACED ? JSON.parse(text) : text];
  });
}

function formerNames() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(FORMER));
  } catch {
    return []; // it is blocked
  }
}

function dropFormerVersion() {
  for (const key of formerNames()) localStorage.removeItem(key);
}

function keepsCookies() {
  const probe = `${NAME}-probe`;
  try {
    document.cookie = `${probe}=1; Path=/; SameSite=Lax`;
    const kept = document.cookie.includes(`${probe}=1`);
    document.cookie = `${probe}=; Path=/; Max-Age=0; SameSite=Lax`;
    return kept;
  } catch {
    return false;
  }
}

function keepCookie(text) {
  const age = text === "" ? 0 : A_YEAR;
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  try {
    document.cookie = `${NAME}=${text}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
    return text === "" || document.cookie.split("; ").includes(`${NAME}=${text}`);
  } catch {
    return false;
  }
}
