/** @file The kit being made: its text, what was done and can be undone, and the table that draws it. No element in here. */

import { keep, recall } from '../core/storage.js';
import { randomHex } from '../core/dom.js';

/** Where a draft is kept on this device. */
const PLACE = 'maker';
/** So many edits go to the table at once at most. */
const AT_ONCE = 20;
/** So many presses are tried one after the other at most. */
const MOST_PRESSES = 60;
const MOST_UNDONE = 100;
/** Whoever taps fast sends once. */
const PAUSE_MS = 120;
const AGAIN_MS = 2000;

/**
 * @typedef {{do: string, table?: string, name?: string, path?: string[], value?: any, before?: string|null, slug?: string, title?: Object<string, string>}} Edit
 * @typedef {{path: string[], line: number, said: string}} Fault
 * @typedef {{text: string, slug: string, title: string, data: any, faults: Fault[], fault: string|null, phone: any, oled: string,
 *            oled_moving: string, buttons: {button: string, line: string, title: string}[], refused: string|null}} Answer
 */

const samePath = (one, other) => one.do === 'set' && other.do === 'set' && JSON.stringify(one.path) === JSON.stringify(other.path);

/** @param {Edit[]} edits @param {Edit} edit @returns {Edit[]} *edits* with one more; of two that set the same, the last counts */
export function withEdit(edits, edit) {
  const last = edits.at(-1);
  return last && samePath(last, edit) ? [...edits.slice(0, -1), edit] : [...edits, edit];
}

export class Draft {
  /**
   * @param {(draft: Draft) => void} changed is told of each answer, and of each loss of the table
   * @param {string} lang
   */
  constructor(changed, lang) {
    this.changed = changed;
    this.lang = lang;
    this.text = '';
    /** @type {Answer|null} */
    this.answer = null;
    /** @type {Edit[]} not yet answered */
    this.waiting = [];
    /** @type {string[]} */
    this.past = [];
    /** @type {string[]} */
    this.future = [];
    /** @type {string[]} */
    this.presses = [];
    this.seed = 1;
    /** The text that the table has among its games. */
    this.saved = '';
    this.lost = '';
    this.refused = '';
    this.running = false;
    this.dirty = false;
    this.timer = 0;
    /** The field that was set last. */
    this.step = '';
  }

  get data() {
    return this.answer?.data ?? {};
  }

  get faults() {
    return this.answer?.faults ?? [];
  }

  get isChanged() {
    return this.text !== this.saved;
  }

  /** Begin with *text*. @param {string} text @param {boolean} isSaved whether the table has it among its games */
  open(text, isSaved) {
    Object.assign(this, { text, saved: isSaved ? text : '', past: [], future: [], presses: [], waiting: [], answer: null });
    this.#send();
  }

  /** @returns {any} the draft that was left on this device and that nobody has saved, null for none */
  static get left() {
    const left = recall(PLACE);
    return left?.text && left.text !== left.saved ? left : null;
  }

  /** Go on with the draft that was *left*. */
  resume({ text, saved, past, waiting }) {
    Object.assign(this, { text, saved, past: past ?? [], future: [], presses: [], waiting: waiting ?? [], answer: null });
    this.#send();
  }

  static forget() {
    keep(PLACE, null);
  }

  /** Do *edits* to the kit; they are sent together. @param {...Edit} edits */
  edit(...edits) {
    for (const edit of edits) this.waiting = withEdit(this.waiting, edit);
    this.presses = [];
    this.refused = '';
    this.#keep();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#send(), PAUSE_MS);
  }

  /** Have the whole text be *text*. @param {string} text */
  write(text) {
    if (text === this.text) return;
    this.#remember(this.text);
    this.#show(text);
  }

  undo() {
    if (!this.past.length || this.waiting.length) return;
    this.future.push(this.text);
    this.#show(this.past.pop());
  }

  redo() {
    if (!this.future.length || this.waiting.length) return;
    this.past.push(this.text);
    this.#show(this.future.pop());
  }

  /** Try the kit: *line* once more. @param {string} line */
  press(line) {
    this.presses = [...this.presses, line].slice(-MOST_PRESSES);
    this.#send();
  }

  /** The network is back: what waits is sent at once. */
  retry() {
    if (this.lost) this.#send();
  }

  /** Try it from the beginning. */
  again() {
    this.presses = [];
    this.seed = 1 + Math.floor(Math.random() * 1_000_000);
    this.#send();
  }

  /** *text* is among the table's games now. @param {string} text */
  wasSaved(text) {
    this.saved = text;
    if (!this.isChanged) Draft.forget();
    this.changed(this);
  }

  #show(text) {
    this.text = text;
    this.step = '';
    this.presses = [];
    this.#keep();
    this.#send();
  }

  /** Keep *text* to go back to; a word typed letter by letter is one step. @param {string} text @param {Edit[]} edits that change it */
  #remember(text, edits = []) {
    const step = edits.length === 1 && edits[0].do === 'set' ? JSON.stringify(edits[0].path) : '';
    if (!step || step !== this.step || !this.past.length) this.past = [...this.past, text].slice(-MOST_UNDONE);
    this.step = step;
    this.future = [];
  }

  #keep() {
    keep(PLACE, { text: this.text, saved: this.saved, past: this.past.slice(-10), waiting: this.waiting });
  }

  /** Ask the table, one question after the other; what can't be asked now is asked again. */
  async #send() {
    clearTimeout(this.timer);
    this.dirty = true;
    if (this.running) return;
    this.running = true;
    while (this.dirty) {
      this.dirty = false;
      const edits = this.waiting.slice(0, AT_ONCE);
      const asked = this.text;
      const [answer, said] = await this.#ask(edits);
      this.lost = said;
      if (!answer) {
        this.timer = setTimeout(() => this.#send(), AGAIN_MS);
        this.changed(this);
        break;
      }
      if (asked !== this.text) {
        this.dirty = true; // it was undone meanwhile
        continue;
      }
      this.#take(answer, edits);
      this.dirty ||= this.waiting.length > 0;
    }
    this.running = false;
  }

  /** @param {Answer} answer @param {Edit[]} edits that it answers */
  #take(answer, edits) {
    const left = this.waiting.slice(edits.length);
    // Of two edits that set the same, the later took the earlier one's place while that was asked.
    const last = edits.at(-1);
    const now = this.waiting[edits.length - 1];
    this.waiting = last && now && now !== last ? [now, ...left] : left;
    if (answer.text !== this.text && edits.length) this.#remember(this.text, edits);
    this.text = answer.text;
    this.refused = answer.fault ?? '';
    const { phone = null, oled = '', buttons = [], data = {}, slug = '', title = '' } = this.answer ?? {};
    // What can't be played or read now is shown as it was last.
    const shown = answer.phone ? {} : { phone, oled, buttons };
    const read = Object.keys(answer.data).length ? {} : { data, slug, title };
    this.answer = { ...answer, ...shown, ...read };
    if (edits.length) this.#keep();
    this.changed(this);
  }

  /** @param {Edit[]} edits @returns {Promise<[Answer|null, string]>} the answer, or why there is none */
  async #ask(edits) {
    const body = JSON.stringify({ id: randomHex(8), text: this.text, edits, presses: this.presses, people: null, seed: this.seed });
    try {
      const response = await fetch(`/api/v1/maker?lang=${this.lang}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      const told = await response.json();
      if (response.ok) return [told, ''];
      if (response.status === 422 && edits.length) this.waiting = this.waiting.slice(edits.length);
      return [null, String(told.text)];
    } catch {
      return [null, 'out-of-touch'];
    }
  }
}
