/** @file What this device can do where a board lies: a walk through the tree of which a tap on the board is a step. */

import { fill } from '../core/dom.js';
import { leafOf, levelAt } from '../core/tree.js';
import { Walk } from './walk.js';

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
    addEventListener('keydown', (event) => event.key === 'Escape' && this.path.length && !document.querySelector('dialog[open]') && this.up(), { signal: this.closing.signal });
  }

  get state() {
    return this.table.state;
  }

  /** The names of all that is said here come with the state, in the reader's language. */
  phrase(key, values = {}) {
    return fill(this.state.words[key], values);
  }

  roots() {
    return this.table ? this.passing.left(this.table.plays, this.table.version) : [];
  }

  level() {
    return levelAt(this.roots(), this.path);
  }

  draw() {
    super.draw();
    const meant = JSON.stringify([this.path, Boolean(this.whose), this.table.version]);
    if (meant === this.meant) return;
    this.meant = meant;
    this.walked();
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

  /** Taking back, and its reverse, where the table has rows for them; *may* tells whether there is anything else to take back. */
  undoRows(may) {
    const { table_menu: offered = [], seats, log } = this.table;
    const rows = offered.filter((play) => play.word === 'undo' || play.word === 'redo');
    if (rows.length) return rows.map((play) => this.button(play, 'button plain'));
    const undo = { word: 'undo', label: this.phrase('undo'), do: 'undo', seats: seats.slice(0, 1), why: null, then: [], hint: '', form: null };
    return log.length && may ? [this.button(undo, 'button plain')] : [];
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

  /** Ask which of *rows* is meant. @param {[string, () => void][]} rows what may be chosen, and what it does */
  async ask(title, text, rows) {
    this.asking ??= import('./asking.js');
    (await this.asking).askWhich(title, text, rows, this.phrase('close'));
  }
}
