/** @file What this device can do with a kit: its hand, what fell and what that asks for, one row of what the table's own buttons do, and the rest behind. */

import { el } from '../core/dom.js';
import { OwnHand } from '../widgets/hand.js';
import { playAt } from '../core/levels.js';
import { Listing } from './listing.js';
import { clockLines, leafOf } from '../core/tree.js';
import { ask } from './walk.js';

/** So many buttons stand in the row. */
const ACROSS = 3;

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
    return new Set([...this.buttons().map((each) => each.do), ...clockLines(this.table.state)]);
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
    if (!table.seats.length || (over.length && !table.seats.includes('table'))) return [table.seats.length ? ask(words('page.choose'), false) : ask(table.menu ? words('page.watching_menu') : this.question('', 0), true), ...(over.length ? [el('div', { class: 'actions' }, ...over)] : [])];
    this.hand.show((table.state?.decks ?? []).filter((deck) => deck.hands), table.looks ?? null);
    const now = this.level();
    this.path = now.path;
    const form = this.form(now.plays, typing);
    if (form) return [form];
    const rows = this.inside ? (this.whose ? this.people() : now.plays.map((play) => this.row(play))) : [];
    const count = this.inside ? rows.length : this.buttons().length + now.plays.length;
    return [
      ask(this.question(this.inside ? now.title : '', count), this.waits),
      ...(this.hand.element.hidden ? [] : [this.hand.element]),
      ...(this.inside ? [el('div', { class: 'actions scroll' }, ...rows, ...this.back())] : this.home(now.plays, over)),
    ];
  }

  /** Whether the rows of something that was chosen are shown. */
  get inside() {
    return Boolean(this.path.length || this.whose || this.card);
  }

  /** What is done next: what fell last asks for it alone; else what the table's own buttons do, and others where there is room. */
  home(plays, over) {
    const { deed } = this;
    const large = this.buttons().map((each, at) => this.button({ ...each, why: null }, deed || at ? 'button' : 'button first'));
    if (deed) return [this.steps([...over, this.button(deed, 'button first')], [], [...large, ...plays.map((play) => this.row(play))])];
    const room = Math.max(0, ACROSS - over.length - large.length);
    const few = plays.length <= room ? plays : (large.length ? plays.filter((play) => play.do && !play.form) : plays).slice(0, room);
    const rest = plays.filter((play) => !few.includes(play));
    return [this.steps([...over, ...large, ...few.map((play) => this.row(play))], [], rest.map((play) => this.row(play)))];
  }

  /** What fell last asks for this of somebody here, or of whoever it is. */
  get deed() {
    const { plays, seats, state } = this.table;
    const next = state?.next;
    if (!next || this.waits || !(next.seat === 'table' || seats.includes(next.seat) || seats.includes('table'))) return null;
    const leaf = leafOf(plays, next.do);
    return leaf ? { ...leaf, label: next.label, hint: next.hint, seats: next.seat === 'table' ? leaf.seats : [next.seat] } : null;
  }

  /** In a kit nobody is on: who may play takes back what was done at the table too. */
  get mayTakeBack() {
    return super.mayTakeBack || this.table.log.at(-1)?.seat === 'table';
  }

  showAll() {
    this.all = true;
    this.open([], 'more');
  }

  first() {
    (this.root.querySelector('.actions button') ?? this.root.querySelector('button'))?.focus();
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
    const { reveal, seats, state } = this.table;
    if (this.sending) return this.words('page.sending');
    if (reveal) return reveal.text || this.words('page.wait');
    if (this.whose) return this.words('page.who');
    if (title || this.due) return title || this.due;
    const { fell, how } = state ?? {};
    if (fell && !this.all) return fell.seat === 'table' || seats.includes(fell.seat) ? fell.own : fell.told;
    if (!seats.length) return how?.watching || this.words('page.watching');
    if (!count) return this.words('page.nothing_to_do');
    return (!this.all && how?.playing) || this.words('page.choose');
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
