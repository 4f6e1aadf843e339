/** @file The stream from the table: kept open, opened again at once when the device wakes, and honest about its age. */

import { stopwatch } from './stopwatch.js';

/** Without a word for so long the page is out of touch; the table speaks every two seconds. */
export const LATE_MS = 5000;
const FRESH_MS = 2500;
const RETRY_MS = 1000;
const LOOK_MS = 500;
const PICTURES = new Set(['screen', 'glass']);

export class Link {
  /**
   * @param {string} address of the stream
   * @param {Object<string, (data: any) => void>} hear what to do with each kind of event; pictures are plain text
   * @param {(ageMs: number, live: boolean) => void} tell called twice a second, and when it changes
   */
  constructor(address, hear, tell) {
    this.address = address;
    this.hear = hear;
    this.tell = tell;
    this.age = stopwatch();
    this.openAge = stopwatch();
    this.source = null;
    this.retry = 0;
    this.wake = () => this.#wake();
    document.addEventListener('visibilitychange', this.wake);
    for (const event of ['pageshow', 'online', 'focus']) addEventListener(event, this.wake);
    addEventListener('pagehide', () => this.#shut());
    setInterval(() => this.#look(), LOOK_MS);
    this.#open();
  }

  get live() {
    return this.age() < LATE_MS;
  }

  /** @param {string} address where to listen from now on: as somebody else, or through another seat */
  reopen(address) {
    this.address = address;
    this.#open();
  }

  #open() {
    this.#shut();
    this.openAge = stopwatch();
    const source = new EventSource(this.address);
    this.source = source;
    for (const [name, hear] of Object.entries({ heartbeat: () => {}, ...this.hear })) {
      source.addEventListener(name, (event) => {
        if (source !== this.source) return;
        this.age = stopwatch();
        hear(PICTURES.has(name) ? event.data : JSON.parse(event.data));
        this.tell(0, true);
      });
    }
    source.onerror = () => {
      // A browser tries again by itself, except after an answer that isn't a stream.
      if (source.readyState !== EventSource.CLOSED || source !== this.source) return;
      this.retry = setTimeout(() => this.#open(), RETRY_MS);
    };
  }

  #shut() {
    clearTimeout(this.retry);
    this.source?.close();
    this.source = null;
  }

  #wake() {
    if (document.visibilityState === 'hidden') return;
    if (!this.source || this.age() > FRESH_MS) this.#open();
    this.#look();
  }

  #look() {
    if (document.visibilityState === 'hidden') return;
    const age = this.age();
    if (age > LATE_MS && this.openAge() > FRESH_MS) this.#open();
    this.tell(age, age < LATE_MS);
  }
}
