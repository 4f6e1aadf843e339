/** @file What this device can do with a kit: its hand, what fell and what that asks for, one row of what the table's own buttons do, and the rest behind. */

import { allComposed, composedFor, forget } from '../notation/composed.js';
import { el } from '../core/dom.js';
import { OwnHand } from '../cards/hand.js';
import { playAt } from '../plays/levels.js';
import { Listing } from './listing.js';
import { clockLines, leafOf, speakers } from '../plays/tree.js';
import { nameOf } from '../people/people.js';
import { ask } from './walk.js';

/** So many buttons stand in the row. */
const ACROSS = 3;
/** What moves a game on stands before all else that can be done, the end of a turn last of these. */
const ONWARDS = ['do', 'deal', 'step', 'next'];
/** What is done on the board itself stands behind all else here. */
const ON_BOARD = ['keep', 'enter', 'show', 'count', 'throw', 'pool', 'among'];
/** Groups of a few lines that stand by themselves. */
const OPEN = new Set(['do', 'deal']);

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
    forget();
    addEventListener('composed', () => this.table && this.draw(), { signal: this.closing.signal });
  }

  roots() {
    const { table } = this;
    if (table.menu) return menuOf(table);
    return inOrder(this.#plays(table));
  }

  #plays(table) {
    const secret = new Set((table.state?.decks ?? []).filter((deck) => deck.secret).map((deck) => deck.name));
    return table.plays.flatMap((play) => {
      if (play.role !== 'hand') return [play]; // a card's name is a secret until its holder asks for it
      const then = play.then.filter((deck) => !secret.has(deck.word));
      return then.length ? [{ ...play, then }] : [];
    });
  }

  elsewhere() {
    const composed = allComposed().map((name) => `roll ${name}`);
    return new Set([...[...this.buttons(), ...(this.table.state?.buttons ?? [])].map((each) => each.do), ...composed, ...clockLines(this.table.state)]);
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
    const large = this.buttons().map((each, at) => this.button({ why: null, ...each }, deed || at ? 'button' : 'button first'));
    if (deed) return [this.steps([...over, this.button(deed, 'button first')], [], [...large, ...plays.map((play) => this.row(play))])];
    const room = Math.max(0, ACROSS - over.length - large.length);
    const onwards = plays.filter((play) => ONWARDS.includes(verbOf(play)) && !(this.isDealt && verbOf(play) === 'deal'));
    const others = plays.filter((play) => !ON_BOARD.includes(verbOf(play)) && !this.inPools.has(play.do));
    const usual = others.length <= room || !large.length ? others : others.filter((play) => play.do && !play.form);
    const few = (onwards.length ? onwards : usual).slice(0, room);
    const rest = plays.filter((play) => !few.includes(play));
    const rows = few.map((play) => this.row(play));
    if (!large.length && onwards.length) rows[0]?.classList.add('first');
    return [this.steps([...over, ...large, ...rows], [], rest.map((play) => this.row(play)))];
  }

  /** Whether somebody holds cards, which another deal would take away. */
  get isDealt() {
    return (this.table.state?.decks ?? []).some(({ hands = [] }) => hands.some(({ cards = [], hidden = 0 }) => cards.length || hidden));
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

  /** What the table's own buttons do, and what was composed here: with turns only what may be done here now. @returns {any[]} */
  buttons() {
    const { plays, state } = this.table;
    const own = (state?.buttons ?? []).filter((button) => !this.inPools.has(button.do));
    const alone = (state?.dice ?? []).filter(({ name }) => allComposed().includes(name) && !own.some((button) => button.do.split(' ')[1] === name));
    const verb = ['roll', 'throw', 'pool'].map((word) => playAt(plays, [word])).find(Boolean);
    const all = [...alone.map(({ name, label }) => ({ button: '', do: `roll ${name}`, label: verb?.label ?? label, hint: '' })), ...own];
    const each = all.map((button) => this.#composed(button) ?? this.#again(button));
    return state?.head ? each.filter((button) => button.isComposed || leafOf(plays, button.do)) : each;
  }

  /** The lines that roll a part of a pool by itself. */
  get inPools() {
    return new Set((this.table.state?.dice ?? []).flatMap((dice) => (dice.pool ?? []).map((part) => `roll ${part.name}`)));
  }

  /** What people have composed on this page is what the button rolls. */
  #composed(button) {
    const name = button.do.split(' ')[1];
    const roll = name === undefined ? undefined : composedFor(name);
    if (roll === null) return { ...button, hint: '', why: { rule: null, reason: this.words('page.no_roll') }, isComposed: true };
    return roll ? { ...button, ...roll, seats: this.#speakers(roll.do), isComposed: true } : null;
  }

  /** Dice of which some are kept are rolled again. */
  #again(button) {
    const dice = (this.table.state.dice ?? []).find((each) => button.do === `roll ${each.name}`);
    if (!dice?.values || !dice.kept?.length || !dice.rolls_left) return button;
    const count = dice.kept.filter((kept) => !kept).length;
    const label = count ? this.words(count === 1 ? 'page.roll_one' : 'page.roll_again', { count }) : button.label;
    return { ...button, label, hint: this.words('page.stock', { count: dice.rolls_left }) };
  }

  /** For whom a line is said that stands in the tree by its first words alone. */
  #speakers(line) {
    return speakers(this.table.seats, playAt(this.table.plays, line.split(' ').slice(0, 2))).slice(0, 1);
  }

  /** Roll what was composed for the dice called *name*. */
  rollComposed(name) {
    const roll = composedFor(name);
    if (roll && !this.waits) this.say(roll.do, this.#speakers(roll.do)[0]);
  }

  /** Say a *line* that was typed on the board. */
  sayTyped(line) {
    if (!this.waits) this.say(line, this.table.seats[0]);
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
    if (!this.all && this.others) return this.words('page.playing', { name: this.others });
    if (!count) return this.words('page.nothing_to_do');
    return (!this.all && how?.playing) || this.words('page.choose');
  }

  /** @returns {string} whose turn it is, "" where somebody here is on */
  get others() {
    const { people, seats, state } = this.table;
    const seat = state?.head?.seat ?? null;
    return seat === null || seats.includes(seat) || seats.includes('table') ? '' : nameOf(people, seat);
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

/** What *play* begins with in the notation. */
const verbOf = ({ do: line, word }) => (line ? line.split(' ')[0] : word);

/** A deck alone doesn't say that it is dealt. */
const named = (play, leaf) => (play.word === 'deal' ? { ...leaf, label: play.label, hint: leaf.label } : leaf);

/** *plays* with what moves a game on first, of which groups of a few lines are opened, and what is done on the board last. */
function inOrder(plays) {
  const open = plays.flatMap((play) => (OPEN.has(play.word) && play.then.length && play.then.every((each) => each.do && !each.form) ? play.then.map((each) => named(play, each)) : [play]));
  const rank = (play) => {
    const verb = verbOf(play);
    return ON_BOARD.includes(verb) ? ONWARDS.length + 1 : ONWARDS.includes(verb) ? ONWARDS.indexOf(verb) : ONWARDS.length;
  };
  return [...open].sort((a, b) => rank(a) - rank(b)); // which leaves the order of what is alike
}

/** What can be done with one card, each row under what it does: the card's name may be a secret. */
function cardRows(plays, { deck, card, seat }) {
  return plays.filter((play) => play.role === 'hand').flatMap(({ word, label }) => {
    const found = playAt(plays, [word, deck, card]);
    const rows = found?.then.length ? found.then.map((play) => ({ ...play, hint: play.label })) : found ? [{ ...found, hint: '' }] : [];
    return rows.filter((play) => play.seats?.includes(seat)).map((play) => ({ ...play, label, seats: [seat] }));
  });
}
