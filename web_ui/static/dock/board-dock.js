/** @file What this device can do where a board lies: a walk through the tree of which a tap on the board is a step. */

import { el, fill } from '../core/dom.js';
import { leafOf, levelAt } from '../core/tree.js';
import { Walk } from './walk.js';

/** Where the arrow keys lead. */
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export class BoardDock extends Walk {
  /**
   * @param {HTMLElement} dock
   * @param {(key: string, values?: Object<string, string|number>) => string} words
   * @param {(play: {do: string, seat: number|string}, from: Walk, hint?: string) => Promise<boolean>} act
   * @param {(why: import('../core/types.js').Why) => void} explain
   * @param {() => void} walked called when a tap on the board means something else
   */
  constructor(dock, words, act, explain, walked) {
    super(dock, words, act, explain);
    this.walked = walked;
    this.meant = '';
    /** @type {Promise<typeof import('./asking.js')>|null} comes with the first question */
    this.asking = null;
    /** @type {import('./in-words.js').InWords|null} */
    this.worded = null;
    this.wording = false;
    /** @type {Promise<typeof import('./beside.js')>|null} comes with the first place with which several things can be done */
    this.beside = null;
    addEventListener('keydown', (event) => event.key === 'Escape' && this.isInside && !document.querySelector('dialog[open]') && this.up(), { signal: this.closing.signal });
  }

  /** Whether there is something to leave. */
  get isInside() {
    return this.path.length > 0;
  }

  get state() {
    return this.table.state;
  }

  /** The names of all that is said here come with the state, in the reader's language. */
  phrase(key, values = {}) {
    return fill(this.state.words[key], values);
  }

  /** What has to be done: who alone is asked reads it without their name. */
  get todo() {
    const { asks, now } = this.state;
    const { seats } = this.table;
    return asks && seats.length === 1 && seats[0] === asks.seat ? asks.text : now;
  }

  get undoName() {
    return this.phrase('undo');
  }

  roots() {
    return this.table ? this.passing.left(this.table.plays, this.table.version) : [];
  }

  level() {
    return levelAt(this.roots(), this.path);
  }

  draw() {
    super.draw();
    this.drawStops();
    if (this.meaning === this.meant) return;
    this.meant = this.meaning;
    this.beside?.then(({ leave }) => leave());
    this.walked();
  }

  /** Have what can be chosen on *board* in rows of words too, *below* where the page isn't folded; they come when a page has nothing better to do. */
  async word(board, below) {
    if (this.wording || !below || !board.svg.querySelector('[role=button]')) return;
    this.wording = true;
    await new Promise((then) => (globalThis.requestIdleCallback ?? setTimeout)(then));
    const { InWords } = await import('./in-words.js');
    if (this.closing.signal.aborted) return;
    this.worded = new InWords(board, this, below);
    this.worded.settle();
  }

  /** From the board it is one Tab to the hand, and one more to the next step. */
  drawStops() {
    for (const hand of this.root.querySelectorAll('.own, .hand:not(.own .hand)')) oneStop(hand);
    oneStop(this.root.querySelector('.row'), '.button:not(.undo, .rest, [aria-disabled])');
  }

  showAll() {
    this.all = true;
    this.openers.push({ key: 'more', element: null });
    this.draw();
    this.first();
  }

  up() {
    const shown = this.all && !this.path.length && !this.whose && !this.filling;
    this.all = this.all && !shown;
    if (!shown) {
      super.up();
      return;
    }
    this.draw();
    this.refocus();
  }

  /** Where there was no choice the level above leads right back: there it goes further. */
  above() {
    let path = super.above();
    while (path.length && levelAt(this.roots(), path).path.length === this.path.length) path = path.slice(0, -1);
    return path;
  }

  async say(line, seat) {
    this.all = false;
    await super.say(line, seat);
  }

  /** What others do, and when it is one's turn: while there is nothing to be done here. @returns {HTMLElement[]} */
  waiting() {
    const { people, state: { head }, seats } = this.table;
    if (this.due) return [el('p', { class: 'waiting' }, el('b', {}, this.due))];
    if (!head) return [];
    const name = (seat) => people.find((each) => each.seat === seat)?.name ?? '';
    const what = head.waiting ? fill(head.waiting, { name: name(head.seat) }) : this.words('page.playing', { name: name(head.seat) });
    const next = seats.includes(head.next) ? [' ', el('small', {}, this.words('page.you_next', { name: name(head.next) }))] : [];
    return [el('p', { class: 'waiting' }, el('b', {}, what), ...next)];
  }

  choose(play, line = play.do) {
    super.choose(play.seats?.length ? play : this.whole(play), line);
  }

  /** The leaf of the tree itself: it says for whom it may be said. */
  whole(play) {
    return leafOf(this.roots(), play.do) ?? play;
  }

  /** Go to the form that sets things right. */
  correct(form, from) {
    this.path = [];
    this.enter(form, from);
  }

  /**
   * Ask beside *place* what is meant with it.
   * @param {Element} place @param {string} title @param {{label: string, then: () => void, sign?: string}[]} rows
   */
  async askBeside(place, title, rows) {
    this.beside ??= import('./beside.js');
    (await this.beside).askBeside(place, title, rows);
  }

  /**
   * Ask which of *rows* is meant.
   * @param {[string, () => void][]} rows what may be chosen, and what it does
   * @param {{label: string, face: () => {label: string, text: string}}|null} hidden what is told only while that is held
   */
  async ask(title, text, rows, hidden = null) {
    this.asking ??= import('./asking.js');
    (await this.asking).askWhich(title, text, rows, this.phrase('close'), hidden);
  }
}

/**
 * Have Tab come to *group* once: to *first*, until another of it has had the focus.
 * @param {Element|null} group @param {string} first what is come to first, where it is there
 */
export function oneStop(group, first = 'button') {
  const all = group ? [...group.querySelectorAll('button, a')] : [];
  if (all.length < 2) return;
  const stay = (one) => all.forEach((each) => each.setAttribute('tabindex', each === one ? '0' : '-1'));
  stay(group.querySelector(first) ?? all[0]);
  group.setAttribute('data-stop', '');
  group.addEventListener('focusin', ({ target }) => all.includes(target) && stay(target));
  group.addEventListener('keydown', (event) => {
    const at = all.indexOf(event.target);
    if (at < 0 || !(event.key in STEPS)) return;
    all[(at + STEPS[event.key] + all.length) % all.length].focus();
    event.preventDefault();
  });
}
