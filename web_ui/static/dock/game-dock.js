/** @file What this device can do in a game that has no dock of its own: rows by their role, taps on boards, hidden cards. */

import { offersOn } from '../plays/board-plays.js';
import { leafOf } from '../plays/tree.js';
import { el } from '../core/dom.js';
import { Dock } from './dock.js';

/** So many buttons stand in a row, and so many rows above the rest. */
const ACROSS = 3;
const ROWS = 2;
/** What is needed first stands first, what ends a turn after all else, and what is seldom needed last. */
const LAST = ['end', 'aside'];

export class GameDock extends Dock {
  /** The board that a keyboard goes to. @type {any} */
  board = null;
  meant = '';
  /** @type {Promise<typeof import('./asking.js')>|null} comes with the first question */
  asking = null;

  roots() {
    const { state, looks, version } = this.table;
    const plays = this.passing.left(this.table.plays, version);
    const secret = new Set((state?.decks ?? []).filter((deck) => deck.secret).flatMap((deck) => (deck.hands ?? []).filter((hand) => hand.seat === looks).flatMap((hand) => hand.cards.map((card) => card.name))));
    const open = plays.flatMap((play) => openly(play, secret));
    // A plain answer stands before one that has to be said more closely.
    const rank = ({ role = '', then }) => (role === 'first' || (role === 'answer' && !then.length) ? -1 : LAST.indexOf(role) + 1);
    return open.map((play, at) => ({ play, at })).sort((a, b) => rank(a.play) - rank(b.play) || a.at - b.at).map(({ play }) => play);
  }

  draw() {
    super.draw();
    if (this.meaning === this.meant) return;
    this.meant = this.meaning;
    this.found = null;
    this.walked();
  }

  get inside() {
    return super.inside || this.all;
  }

  /** The table's buttons come first; of the rest stands here what two rows hold, and the others behind one tap. */
  home(plays, over) {
    const large = this.buttons().map((each, at) => this.button({ ...each, why: null }, at ? 'button' : 'button first'));
    return [el('div', { class: 'main-actions' }, ...over, ...large), el('div', { class: 'actions' }, ...this.#rows(plays))];
  }

  #rows(plays) {
    const room = ACROSS * (ROWS - Math.ceil(this.buttons().length / ACROSS));
    if (plays.length <= room) return plays.map((play) => this.row(play));
    const lines = plays.filter((play) => play.do && !play.form);
    const few = (this.buttons().length ? lines : plays).slice(0, Math.max(0, room - 1));
    return [...few.map((play) => this.row(play)), this.more(this.words('page.rest'), () => this.showAll())];
  }

  /** Whose turn it isn't sees none of the table's buttons: each would only be refused. */
  buttons() {
    return super.buttons().filter((each) => leafOf(this.table.plays, each.do));
  }

  /** What is seldom needed isn't what happens next. */
  question(title, count) {
    const aside = title || this.path.length ? 0 : this.roots().filter((play) => play.role === 'aside').length;
    return super.question(title, count - aside);
  }

  row(play) {
    const row = super.row(play);
    if (play.role === 'aside') row.classList.add('plain');
    if (play.role === 'first') row.classList.add('first');
    return row;
  }

  // ------------------------------------------------------------------ boards
  /** What a tap on each place of the boards does now. @returns {Map<string, any[]>} */
  get offered() {
    const { table, path, whose } = this;
    if (!table?.seats.length || whose || table.state?.end || !table.state?.boards) return new Map();
    if (this.found?.table !== table || this.found.path !== path) {
      this.found = { table, path, all: new Map(table.state.boards.flatMap((board) => [...offersOn(table.plays, path, board)])) };
    }
    return this.found.all;
  }

  /** @param {string} place @returns {string} what choosing it does, "" for nothing */
  offers(place) {
    return [...new Set((this.offered.get(place) ?? []).map((offer) => offer.label))].join(', ');
  }

  /** @param {string} place @returns {boolean} whether it only says why not */
  barred(place) {
    return (this.offered.get(place) ?? []).every((offer) => offer.why);
  }

  /** Do what is done there, go on from there, or ask which of several things. */
  pickPlace(place, from) {
    const offers = this.offered.get(place) ?? [];
    const may = offers.filter((offer) => !offer.why);
    if (this.waits || !offers.length) return;
    if (!may.length) this.explain(offers[0].why);
    else if (may.length === 1) this.#take(may[0], from);
    else this.#ask(this.offers(place), may.map((offer) => [this.#named(offer), () => this.#take(offer, from)]));
  }

  /** A place that isn't offered, after it was said what is meant: the table says why not. */
  async refusePlace(place) {
    if (this.waits || !this.path.length || !this.offered.size) return;
    const [seat] = this.table.seats;
    await this.act({ do: [...this.path, ...place.split('-')].join(' '), seat }, this);
  }

  #named({ label, play }) {
    return play && play.label !== label ? this.words('page.pair', { label, value: play.label }) : label;
  }

  #take({ play, path }, from) {
    if (play) {
      this.choose(play);
      return;
    }
    this.open(path, '', from);
    if (this.offered.size) this.board?.focus(from);
  }

  // ------------------------------------------------------------------ cards
  /** Ask what is done with a card: what it is stays unsaid until it lies openly. */
  pickCard(picked, from) {
    if (this.waits) return;
    const rows = this.table.plays.flatMap((play) => withCard(play, picked)).map(({ label, play, path }) => [label, () => this.#take({ play, path }, from)]);
    this.#ask(rows.length ? picked.title : this.words('page.nothing_to_do'), rows);
  }

  async #ask(title, rows) {
    this.asking ??= import('./asking.js');
    (await this.asking).askWhich(title, '', rows, this.words('page.back'));
  }
}

/** *play* without what would say which hidden cards this device holds: they are played from the hand. */
function openly(play, secret) {
  if (!secret.size || !['hand', 'answer'].includes(play.role ?? '')) return [play];
  if (secret.has(play.word)) {
    const then = play.then.filter((each) => each.word !== FROM_HAND);
    return then.length && then.length < play.then.length ? [{ ...play, then }] : [];
  }
  return without(play, secret);
}

/** Says that it is a card of the hand that is played, not one that lies openly. */
const FROM_HAND = 'card';

function without(play, secret) {
  if (secret.has(play.word)) return [];
  if (!play.then.length) return [play];
  const then = play.then.flatMap((each) => without(each, secret));
  return then.length ? [{ ...play, then }] : [];
}

/** The lines of *root*, or what leads on, that play *card*. */
function withCard(root, { card, seat }) {
  if (!['hand', 'answer'].includes(root.role ?? '')) return [];
  if (root.word === card) {
    const own = root.then.find((each) => each.word === FROM_HAND);
    return step(own ?? root, own ? [card, FROM_HAND] : [card], root.label, seat);
  }
  const found = [];
  const walk = (play, path, labels) => {
    if (play.word === card) found.push(...step(play, path, [root.label, ...labels].join(': '), seat));
    else for (const each of play.then) walk(each, [...path, each.word], play === root ? [] : [...labels, play.label]);
  };
  walk(root, [root.word], []);
  return found;
}

function step(play, path, label, seat) {
  const may = (each) => (each.do && !each.why && each.seats?.includes(seat)) || each.then.some(may);
  if (!may(play)) return [];
  return [play.then.length ? { label, play: null, path } : { label, play, path: null }];
}
