/** @file What this device can do where a board lies: a walk through the tree of which a tap on the board is a step. Games' own docks stand on it. */

import { dress, el, fill } from '../core/dom.js';
import { has, leavesOf, levelAt } from '../plays/tree.js';
import { Walk, ask } from './walk.js';

/** Where the arrow keys lead. */
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * A game's dock says what only that game decides: what is `offered` on the board by each place, what is `todo`, what happened
 * (`news`, which who only watches sees too), what one has (`own`), what can be done (`next`), whether something else says what is
 * to be done (`isTold`), what is meant no longer once something has happened (`outdate`), what alone is possible (`settle`), and
 * where its page `folds`.
 */
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
    /** @type {Promise<typeof import('./beside.js')>|null} comes with the first place with which several things can be done */
    this.beside = null;
    /** The modules that came later. @type {Object<string, any>} */
    this.modules = {};
    /** @type {import('../cards/hand.js').OwnHand|null} comes with the first hidden card */
    this.hand = null;
    const { signal } = this.closing;
    addEventListener('keydown', (event) => event.key === 'Escape' && !document.querySelector('dialog[open]') && this.escape(), { signal });
    this.constructor.folds?.addEventListener('change', () => this.table && this.draw(), { signal });
  }

  /** What *load* brings, undefined until it is here: then all is drawn once more. @param {string} name @param {() => Promise<any>} load */
  module(name, load) {
    if (!this.modules[name]) this.#fetch(name, load);
    return this.modules[name];
  }

  async #fetch(name, load) {
    this.modules[name] = await load();
    this.draw();
  }

  /** Leave what was begun. */
  escape() {
    if (this.path.length) this.up();
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

  show(table, live) {
    if (this.table && table.version !== this.table.version) this.outdate?.(table);
    this.table = table;
    this.settle?.();
    super.show(table, live);
  }

  /** Nobody need answer what was asked. */
  leaveQuestion() {
    this.asking?.then(({ leave }) => leave());
  }

  // ------------------------------------------------------------------ what stands here
  parts(typing) {
    const now = this.level();
    this.path = now.path;
    const news = this.news?.() ?? [];
    if (!this.table.seats.length) return [...news, this.watching()];
    const form = this.form(now.plays, typing);
    if (form) return [form];
    const idle = this.isHome && this.isIdle;
    const { end, declared } = this.state;
    const waits = idle && !this.waits && !end && !declared?.length ? this.waiting() : [];
    this.root.classList.toggle('idle', idle);
    const question = (waits.length || end || this.isTold) && !this.waits ? [] : [ask(this.question(now), this.waits || idle)];
    if (this.isNarrowed) return [...question, this.rows(now, 'actions scroll')];
    return [...question, ...news, ...(this.own?.() ?? []), ...waits, ...this.next(now)];
  }

  /** Whether nothing was begun. */
  get isHome() {
    return !this.path.length && !this.whose && !this.all;
  }

  /** Whether somebody else is on: nothing is to be done here but what may be done at any time. */
  get isIdle() {
    return this.roots().every(has('aside'));
  }

  /** Whether what goes on from a choice stands here alone. */
  get isNarrowed() {
    return Boolean(this.path.length || this.whose);
  }

  /** What goes on from a choice, and back. */
  rows(now, kind) {
    const rows = this.whose ? this.people() : now.plays.map((play) => this.row(play));
    return el('div', { class: kind }, ...rows, this.leave(this.words('page.back')));
  }

  question(now) {
    if (this.sending) return this.words('page.sending');
    if (this.table.reveal) return this.words('page.wait');
    if (this.whose) return this.words('page.who');
    if (this.path.length) return this.offered?.size ? this.phrase(this.aim ?? 'tap', { verb: now.title }) : now.title;
    return this.todo;
  }

  /** *play* as a button, or as what opens it; in brass where its role is among *brass*. */
  large(play, brass = ['first']) {
    const row = play.form || play.then.length ? this.row(play) : this.button(play, 'button');
    if (brass.includes(play.role)) row.classList.add('first');
    return row;
  }

  /** A battle by its parts; what draws it comes with the first one. @returns {HTMLElement[]} */
  battle(battle, pictureOf) {
    const fray = this.module('battle', async () => (await Promise.all([import('../widgets/battle.js'), dress('battle')]))[0]);
    return fray ? [fray.battleOf(battle, this.table, pictureOf)] : [];
  }

  /** The own hidden cards, nothing without any or after the end. @returns {HTMLElement[]} */
  hidden() {
    const { table: { looks }, state: { decks, end } } = this;
    const holds = decks.some((deck) => deck.hands.some((hand) => hand.seat === looks && hand.cards.length));
    const found = holds && this.module('hand', async () => (await Promise.all([import('../cards/hand.js'), dress('cards')]))[0]);
    if (found) this.hand ??= new found.OwnHand(this.words, (card, from) => this.pickCard(card, from));
    this.hand?.show(decks, looks);
    return this.hand && holds && !end ? [this.hand.element] : [];
  }

  // ------------------------------------------------------------------ the board
  /** @param {string} place @returns {string} what choosing it does, "" for nothing */
  offers(place) {
    return [...new Set((this.offered.get(place) ?? []).map((offer) => offer.label))].join(', ');
  }

  /** @param {string} place @returns {boolean} whether it only says why not */
  barred(place) {
    return Boolean(this.offered?.get(place)?.every((offer) => offer.why));
  }

  /** Do what is done there, go on from there, or ask which of several things. */
  pickPlace(place, from) {
    const offers = this.offered.get(place) ?? [];
    const may = offers.filter((offer) => !offer.why);
    if (this.waits || !offers.length) return;
    if (!may.length) this.refuse(offers[0]);
    else if (may.length > 1) this.askBeside(from, this.titleAt?.(place) ?? this.offers(place), may.map((offer) => ({ label: this.nameOf(offer), then: () => this.take(offer, from) })));
    else this.take(may[0], from);
  }

  nameOf({ label, play }) {
    return play && play.label !== label ? this.words('page.pair', { label, value: play.label }) : label;
  }

  take({ play, path }, from) {
    if (play) this.choose(play);
    else this.walkTo(path, from);
  }

  refuse({ why }) {
    this.explain(why);
  }

  /** Go on at *path*, which was tapped at *from*. */
  walkTo(path, from) {
    this.openers.push({ key: '', element: from });
    this.path = path;
    this.filling = null;
    this.draw();
    if (!this.offered.size) this.first();
  }

  /** Say *line* though it can't be done: the table says why not. @param {any[]} plays what can be, and for whom @param {string} hint what would do */
  async attempt(line, plays, hint) {
    const seat = plays.flatMap(leavesOf).flatMap((play) => play.seats).find((each) => this.table.seats.includes(each));
    await this.act({ do: line, seat: seat ?? this.table.seats[0] }, this, hint);
  }

  /** Show what a tap means now, here and on the board. */
  redraw() {
    this.draw();
    this.walked();
  }

  draw() {
    super.draw();
    this.drawStops();
    if (this.meaning === this.meant) return;
    this.meant = this.meaning;
    this.beside?.then(({ leave }) => leave());
    this.walked();
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
