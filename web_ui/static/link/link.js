/** @file The stream from the table: kept open while the page is seen, opened again for ever, and honest about its age. Who hears that the page is old loads it anew. */

import { stopwatch } from '../core/dom.js';

/** Without a word for so long the page is out of touch; the table speaks every two seconds. */
export const LATE_MS = 5000;
/** A beat that is so late is worth a new stream when the device wakes. */
const FRESH_MS = 2500;
/** A stream that doesn't speak is given so long at first, and longer each time: a slow network has to get through too. */
const PATIENCE_MS = 2500;
const PATIENCE_MAX_MS = 5000;
/** After a refusal or a cut the next try comes so soon, and later each time. */
const RETRY_MS = 250;
const RETRY_MAX_MS = 2000;
const LOOK_MS = 500;
const PICTURES = new Set(['screen', 'private-screen']);
/** A look that comes so much too late means that the device slept. */
const SLEPT_MS = 3000;

/** A page isn't loaded anew more often than that: what never comes must not make it flicker. */
const MIN_MS = 20000;

let missing= false;
let asking = false;

addEventListener('unhandledrejection', (event) => {
  // Each browser has its own words for it, and the same word in them; no other fault has that.
  if (!(event.reason instanceof TypeError && /module/i.test(event.reason.message))) return;
  event.preventDefault();
  missing = true;
});

const hidden = () => document.visibilityState === 'hidden';

export class Link {
  /**
   * @param {string} address of the stream; the same with `table` in its stead gives the state once
   * @param {Object<string, (data: any, late: boolean) => void>} hear what to do with each kind of event, *late* if the page
   *   was out of touch since the last table; pictures are plain text
   * @param {(ageMs: number, live: boolean, off: boolean) => void} tell called twice a second, and when it changes; *off*
   *   where it isn't live because the table was switched off
   */
  constructor(address, hear, tell) {
    this.address = address;
    this.hear = hear;
    this.tell = tell;
    this.age = stopwatch();
    this.openAge = stopwatch();
    this.lookAge = stopwatch();
    this.late = false;
    this.source = null;
    this.snapshot = null;
    this.retry = 0;
    /** Whether the table's last word was that it was switched off. */
    this.off = false;
    /** How often it was tried in vain. */
    this.tries = 0;
    const wake = () => this.#wake(false);
    document.addEventListener('visibilitychange', () => (hidden() ? this.#shut() : this.#wake(true)));
    document.addEventListener('freeze', () => this.#shut());
    document.addEventListener('resume', () => this.#wake(true));
    addEventListener('pagehide', () => this.#shut());
    addEventListener('pageshow', (event) => this.#wake(Boolean(event.persisted)));
    addEventListener('focus', wake);
    addEventListener('online', () => this.#wake(true));
    setInterval(() => this.#look(), LOOK_MS);
    if (!hidden()) this.#open();
  }

  get live() {
    return !this.off && this.age() < LATE_MS;
  }

  get #table() {
    return this.address.replace('/stream', '/table');
  }

  /** @param {string} address where to listen from now on: as somebody else, or through another seat */
  reopen(address) {
    this.address = address;
    this.tries = 0;
    this.#open();
  }

  #open() {
    this.#shut();
    this.openAge = stopwatch();
    const source = new EventSource(`${this.address}&changes=1`);
    this.source = source;
    let table = null;
    source.addEventListener('off', () => {
      this.off = true;
      this.#tell();
    });
    for (const name of ['heartbeat', 'change', ...Object.keys(this.hear)]) {
      source.addEventListener(name, (event) => {
        if (source !== this.source) return;
        this.snapshot?.abort(); // what comes by the stream is newer
        this.tries = 0;
        const told = PICTURES.has(name) ? event.data : JSON.parse(event.data);
        if (name === 'table') table = told;
        if (name === 'change') table = changed(table, told);
        if (name === 'change') this.#heard(stopwatch(), 'table', table);
        else this.#heard(stopwatch(), name, told);
      });
    }
    source.onerror = () => source === this.source && this.#again();
  }

  #heard(age, name, data) {
    fetchMissing();
    this.late ||= !this.live;
    this.off = false;
    this.age = age;
    this.hear[name]?.(data, this.late);
    if (name === 'table') this.late = false;
    this.tell(age(), this.live, this.off);
  }

  /** Drop what is dead and ask for the whole state at once, besides opening anew: it comes whatever holds up a stream. */
  async #renew() {
    this.#open();
    const asked = stopwatch(); // it is as old as the question at most
    const snapshot = new AbortController();
    this.snapshot = snapshot;
    const table = await once(this.#table, snapshot.signal);
    if (table && !snapshot.signal.aborted) this.#heard(asked, 'table', table);
  }

  /** Try once more after a while, a different one for each phone: a table that starts again isn't run over. */
  #again() {
    this.#shut();
    once(this.#table); // a stream doesn't say why it ends: whoever is out is shown the door
    const pause = Math.min(RETRY_MS * 2 ** this.tries, RETRY_MAX_MS);
    this.tries += 1;
    this.retry = setTimeout(() => this.#open(), pause * (0.5 + Math.random()));
  }

  #shut() {
    clearTimeout(this.retry);
    this.retry = 0;
    this.snapshot?.abort();
    this.snapshot = null;
    this.source?.close();
    this.source = null;
  }

  /** @param {boolean} sure whether what was open is certainly dead, or may be */
  #wake(sure) {
    if (hidden()) return;
    const lost = !this.source || (this.age() > FRESH_MS && this.openAge() > FRESH_MS);
    if (lost || (sure && this.openAge() > LOOK_MS)) {
      this.tries = 0;
      this.#renew();
    }
    this.#tell();
  }

  #look() {
    const slept = this.lookAge() > SLEPT_MS;
    this.lookAge = stopwatch();
    if (hidden()) return;
    const patience = Math.min(PATIENCE_MS * 2 ** this.tries, PATIENCE_MAX_MS);
    if (slept) this.#wake(false);
    else if (!this.live && this.openAge() > patience) {
      this.tries += 1;
      this.#renew();
    }
    this.#tell();
  }

  #tell() {
    this.tell(this.age(), this.live, this.off);
  }
}

async function once(address, signal) {
  try {
    const answer = await fetch(address, { signal });
    if (answer.status === 403) location.reload();
    return answer.ok ? await answer.json() : null;
  } catch {
    return null; // the stream is what counts, and it tries again by itself
  }
}

/**
 * Apply a difference to what the stream told before. Nothing that stays the same is sent twice, nor made anew: it is the very same object.
 * @param {any} before what was told; it stays as it is
 * @param {any} difference as web_ui/http/stream/changes.py has it
 * @returns {any} what is told now
 */
export function changed(before, difference) {
  if (Array.isArray(difference)) return difference[0];
  const places = Array.isArray(before);
  const now = places ? before.slice(difference.from, difference.until) : { ...before };
  for (const [name, inside] of Object.entries(places ? difference.at : difference)) {
    if (inside.length === 0) delete now[name];
    else put(now, name, changed(Object.hasOwn(now, name) ? now[name] : undefined, inside));
  }
  return now;
}

/** Put *value* under *name*, whatever that is: by an assignment `__proto__` would be no name. */
function put(holder, name, value) {
  Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Load the page anew if a module didn't come; to be called when the table is heard, for then the network may work. */
async function fetchMissing() {
  // What a page remembers in its history outlives a reload.
  if (!missing || asking || Math.abs(Date.now() - (history.state?.fetched ?? 0)) < MIN_MS) return;
  asking = true;
  // An open stream may speak while nothing new comes: a page let go then would be the browser's own page of errors.
  const comes = await fetch(location.href, { method: 'HEAD' }).then((answer) => answer.ok, () => false);
  asking = false;
  if (!comes) return;
  history.replaceState({ ...history.state, fetched: Date.now() }, '');
  location.reload();
}

/**
 * Load the page anew, once, where the table's program isn't the one that the page came from any more; then say it.
 * @param {import('../core/types.js').Table} own what the page came with
 * @param {import('../core/types.js').Table} now
 * @returns {boolean} whether it does
 */
export function leaveOldPage(own, now) {
  // What a page remembers in its history outlives a reload: it is never loaded twice for the same program.
  if (now.page === own.page) return false;
  if (history.state?.page === now.page) {
    import('./old-page.js').then(({ sayOld }) => sayOld());
    return false;
  }
  history.replaceState({ page: now.page }, '');
  location.reload();
  return true;
}
