/** @file What was sent and isn't answered: it can be dropped, and is told once it had arrived. Here before the first command. */

import { byId, el, stopwatch } from '../core/dom.js';

/** @typedef {{done: boolean, text: string, rule: null}} Answer */
/** @typedef {import('../dock/walk.js').Walk|Element|null} Speaker a walk, or what was pressed */
/** @typedef {{over: AbortController, line: string, from: Speaker, resting: () => number}} Late */
/** @type {Answer} */
const DROPPED = { done: false, text: '', rule: null };
/** @type {Answer} */
const ARRIVED = { done: true, text: '', rule: null };
/** What is pressed again and again is dropped only after a finger had so long to rest, and its owner to read. */
const REST_MS = 700;
/** So long a remark stays. */
const REMARK_MS = 6000;

export class Unsent {
  /**
   * @param {{table: import('../core/types.js').Table, words: (key: string) => string}} page
   * @param {(key: string) => string} words
   */
  constructor(page, words) {
    this.page = page;
    this.words = words;
    /** By the id of the command. @type {Map<string, Late>} */
    this.late = new Map();
    /** The ids of what was dropped or given up; it may arrive all the same. */
    this.lost = new Set();
    /** What drops it, and what that stands for. @type {{button: any, pressed: any}[]} */
    this.shown = [];
    this.notice = el('div', { class: 'notice', role: 'alert' });
    /** What can be dropped there. @type {Late[]} */
    this.noted = [];
  }

  /**
   * A command has waited for too long.
   * @param {string} id
   * @param {AbortController} over ends it with its answer; null: none came
   * @param {string} line
   * @param {Speaker} from who said it; null: nobody that is drawn
   */
  wait(id, over, line, from) {
    const { signal } = over;
    if (signal.aborted) return;
    this.late.set(id, { over, line, from, resting: stopwatch() });
    if (from && !(from instanceof Element)) from.drawn = () => this.draw();
    signal.addEventListener('abort', () => {
      this.late.delete(id);
      if (signal.reason === null || signal.reason === DROPPED) this.lost.add(id);
      this.draw();
    });
    if (this.page.table.arrived?.includes(id)) over.abort(ARRIVED);
    else this.draw();
  }

  /** @param {string[]} arrived the ids of what the table has done */
  heard(arrived) {
    for (const id of arrived.filter((each) => this.late.has(each) || this.lost.has(each))) {
      this.lost.delete(id);
      this.late.get(id)?.over.abort(ARRIVED);
      this.#say('unsent.arrived', 'alert');
      if (byId('answer-title').textContent === this.page.words('page.unanswered')) byId('answer').close();
    }
  }

  #say(key, role) {
    const remark = el('div', { class: 'notice', role }, this.words(key));
    byId('notices').prepend(remark);
    setTimeout(() => remark.remove(), REMARK_MS);
  }

  /** @param {Late[]} all */
  #drop(all) {
    const tired = all.some((each) => each.resting() < REST_MS);
    for (const each of all) each.resting = stopwatch();
    if (tired) return;
    for (const each of all) each.over.abort(DROPPED);
    this.#say('unsent.dropped', 'status');
  }

  /** What was pressed says that it isn't sent yet, and drops it; where that isn't seen any more, the notices do. */
  draw() {
    this.#takeBack();
    // What moves has arrived, or keeps everybody waiting.
    const all = this.page.table.reveal ? [] : [...this.late.values()];
    const places = all.map((each) => [each, placeOf(each)]);
    for (const [each, pressed] of places) if (pressed) this.#replace(pressed, each);
    this.#note(places.flatMap(([each, pressed]) => (pressed ? [] : [each])));
  }

  #takeBack() {
    for (const { button, pressed } of this.shown) {
      const focused = button === document.activeElement;
      button.remove();
      pressed.hidden = false;
      if (focused) pressed.focus();
    }
    this.shown = [];
  }

  /** @param {any} pressed @param {Late} late */
  #replace(pressed, late) {
    const button = this.#button({ class: pressed.className, 'data-key': pressed.dataset.key ?? 'drop' }, [late]);
    pressed.before(button);
    if (pressed === document.activeElement) button.focus();
    pressed.hidden = true;
    this.shown.push({ button, pressed });
  }

  /** A live region: touched only when something else is late. @param {Late[]} all */
  #note(all) {
    if (all.length === this.noted.length && all.every((each, at) => each === this.noted[at])) return;
    this.noted = all;
    this.notice.remove();
    this.notice.replaceChildren(...(all.length ? [this.#button({ class: 'button', 'data-key': 'drop' }, all)] : []));
    if (all.length) byId('notices').append(this.notice);
  }

  /** @param {Object<string, string>} looks @param {Late[]} all what it drops */
  #button(looks, all) {
    const button = el('button', { ...looks, type: 'button' }, this.words('unsent.label'), ' ', el('small', {}, this.words('unsent.drop')));
    button.addEventListener('click', () => this.#drop(all));
    return button;
  }
}

/** @param {Late} late @returns {Element|null} what was pressed, where it is seen now and still waits */
function placeOf({ line, from }) {
  const busy = `[data-key="${CSS.escape(`do ${line}`)}"][aria-busy], [type=submit][aria-busy]`;
  const found = !from || from instanceof Element ? from : [from.sheet, from.root].map((each) => each?.querySelector(busy)).find(Boolean);
  return found?.getClientRects().length ? found : null;
}
