/** @file What this device can do now: its hand, large buttons for what the table's own buttons do, and the rest behind. */

import { el } from '../core/dom.js';
import { OwnHand } from '../widgets/hand.js';
import { playAt } from '../core/levels.js';
import { Listing } from './listing.js';
import { leafOf } from '../core/tree.js';
import { ask } from './walk.js';

/** So many buttons stand in a row, and so many rows above the rest. */
const ACROSS = 3;
const ROWS = 2;

export class Dock extends Listing {
  /**
   * @param {HTMLElement} dock
   * @param {(key: string, values?: Object<string, string|number>) => string} words
   * @param {(play: {do: string, seat: number|string}, from: import('./walk.js').Walk) => Promise<boolean>} act
   * @param {(why: import('../core/types.js').Why) => void} explain
   * @param {() => void} walked called when another level is shown
   */
  constructor(dock, words, act, explain, walked) {
    super(dock, words, act, explain);
    this.walked = walked;
    this.hand = new OwnHand(words, (card, from) => this.pickCard(card, from));
    /** @type {{deck: string, card: string, seat: number|'table', title: string}|null} */
    this.card = null;
    this.openToken = '';
    /** What lay there when that fell which asks for a deed: the number of the roll, and how many badges people had. */
    this.asks = { roll: -1, held: 0 };
  }

  roots() {
    const { table } = this;
    if (table.menu) return menuOf(table);
    const secret = new Set((table.state?.decks ?? []).filter((deck) => deck.secret).map((deck) => deck.name));
    return table.plays.flatMap((play) => {
      if (play.role !== 'hand') return [play]; // a card's name is a secret until its holder asks for it
      const then = play.then.filter((deck) => !secret.has(deck.word));
      return then.length ? [{ ...play, then }] : [];
    });
  }

  elsewhere() {
    return new Set(this.buttons().map((each) => each.do));
  }

  level() {
    const rows = this.card ? cardRows(this.table.plays, this.card) : [];
    if (!rows.length) this.card = null;
    return this.card ? { plays: rows, path: [], title: this.card.title } : super.level();
  }

  draw() {
    super.draw();
    const token = this.path[0] === this.#onBoard ? (this.path[1] ?? '') : '';
    if (token === this.openToken) return;
    this.openToken = token;
    this.walked();
  }

  parts(typing) {
    const { table, words } = this;
    const over = this.overRows();
    if (!table.seats.length || (over.length && !table.seats.includes('table'))) return [ask(words(table.seats.length ? 'page.choose' : table.menu ? 'page.watching_menu' : 'page.watching'), !table.seats.length), ...(over.length ? [el('div', { class: 'actions' }, ...over)] : [])];
    this.hand.show((table.state?.decks ?? []).filter((deck) => deck.hands), table.looks ?? null);
    const now = this.level();
    this.path = now.path;
    const form = this.form(now.plays, typing);
    if (form) return [form];
    const inside = this.path.length || this.whose || this.card || this.all;
    const deed = inside ? null : this.#deed();
    const isFirst = (each) => !deed && table.state.buttons[0] === each;
    const large = inside ? [] : this.buttons().map((each) => this.button({ ...each, why: null }, `button ${isFirst(each) ? 'first' : ''}`));
    if (deed) large.unshift(this.button(deed, 'button first'));
    const rows = this.whose ? this.people() : this.#rows(now.plays, inside);
    return [
      ...(this.hand.element.hidden ? [] : [this.hand.element]),
      ask(this.question(inside ? now.title : '', large.length + rows.length), this.waits),
      el('div', { class: 'main-actions' }, ...(inside ? [] : over), ...large),
      el('div', { class: inside ? 'actions scroll' : 'actions' }, ...rows, ...this.back()),
    ];
  }

  /** The table's buttons come first; of the rest stands here what two rows hold, and the others behind one tap. */
  #rows(plays, inside) {
    const room = ACROSS * (ROWS - Math.ceil(this.buttons().length / ACROSS));
    if (inside || plays.length <= room) return plays.map((play) => this.row(play));
    const lines = plays.filter((play) => play.do && !play.form);
    const few = (this.buttons().length ? lines : plays).slice(0, Math.max(0, room - 1));
    return [...few.map((play) => this.row(play)), this.more(this.words('page.rest'), () => this.#showAll())];
  }

  /** What fell last asks for this: it stands first, until it is done. */
  #deed() {
    const { rolls, next, badges = [] } = this.table.state ?? {};
    if (!next) return null;
    const badge = badges.find((each) => next.do.endsWith(` ${each.name}`));
    const held = (badge?.held ?? []).reduce((sum, each) => sum + each.count, 0);
    if (this.asks.roll !== rolls) this.asks = { roll: rolls, held };
    const leaf = held > this.asks.held ? null : leafOf(this.table.plays, next.do);
    return leaf && { ...leaf, label: next.label, hint: next.hint };
  }

  #showAll() {
    this.all = true;
    this.open([], 'more');
  }

  back() {
    return (this.card || this.all) && !this.whose && !this.path.length ? [this.leave(this.words('page.back'))] : super.back();
  }

  up() {
    if (!this.whose && !this.filling) this.card = null;
    if (!this.whose && !this.filling && !this.path.length) this.all = false;
    super.up();
  }

  async say(line, seat) {
    this.card = null;
    this.all = false;
    await super.say(line, seat);
  }

  /** The verb of what is done by a tap on a token. */
  get #onBoard() {
    return this.table.plays.find((play) => play.role === 'board')?.word ?? '';
  }

  /** Go to what can be done with a token. */
  pickToken(token, from) {
    this.card = null;
    this.open([this.#onBoard, token], '', from);
    this.root.scrollIntoView({ block: 'nearest' });
  }

  canPick(token) {
    return Boolean(this.table?.seats.length && playAt(this.table.plays, [this.#onBoard, token]));
  }

  /** Go to what can be done with a card of a hand. */
  pickCard(card, from) {
    this.card = card;
    this.open([], '', from);
  }

  /** Go to the form that sets things right. */
  correct(form, from) {
    this.card = null;
    this.path = [];
    this.enter(form, from);
  }

  /** What the table's own buttons do. @returns {any[]} */
  buttons() {
    return this.table.state?.buttons ?? [];
  }

  /** What is asked here, above so many rows. @param {string} title @param {number} count */
  question(title, count) {
    if (this.sending) return this.words('page.sending');
    if (this.table.reveal) return this.words('page.wait');
    if (this.whose) return this.words('page.who');
    if (!count) return this.words('page.nothing_to_do');
    return title || this.words('page.choose');
  }

  choose(play) {
    // A large button whose play nobody has now is said all the same: the table knows why it can't be done.
    super.choose(play.seats ? play : (leafOf(this.table.plays, play.do) ?? { ...play, seats: this.table.seats.slice(0, 1) }));
  }
}

/** The games to choose from, with their forms where the table's own rows have them, and those that are kept. */
function menuOf({ menu, table_menu: offered = [] }) {
  const games = new Set(menu.plays.map((play) => play.word));
  const rows = offered.filter((play) => games.has(play.word) || play.word === 'saved');
  return rows.length ? rows : menu.plays;
}

/** What can be done with one card, each row under what it does: the card's name may be a secret. */
function cardRows(plays, { deck, card, seat }) {
  return plays.filter((play) => play.role === 'hand').flatMap(({ word, label }) => {
    const found = playAt(plays, [word, deck, card]);
    const rows = found?.then.length ? found.then.map((play) => ({ ...play, hint: play.label })) : found ? [{ ...found, hint: '' }] : [];
    return rows.filter((play) => play.seats?.includes(seat)).map((play) => ({ ...play, label, seats: [seat] }));
  });
}
