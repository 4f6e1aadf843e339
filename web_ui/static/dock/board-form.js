/** @file What two taps on the board set right: one on the thing, one on where it is. Everything else is in the form behind. */

import { el } from '../core/dom.js';
import { leafOf, speakers } from '../plays/tree.js';
import { BoardDock } from './board-dock.js';
import { asked, headingFor, open } from './form.js';
import { ask } from './walk.js';

/** @typedef {import('../core/types.js').Thing} Thing */
/** @typedef {import('../core/types.js').Spot} Spot */
/** @typedef {{label: string, then: (from: Element) => void}} Choice */

/** So narrow, in letters, a board is only looked at. */
const folded = matchMedia('(max-width: 18rem)');

/** Stands in the dock's place until something was set right, or until it is left. */
export class BoardForm extends BoardDock {
  /**
   * @param {any} host the dock
   * @param {import('../core/types.js').Play} play a correction with what is on the board
   * @param {(key: string, values?: Object<string, string|number>) => string} later
   */
  constructor(host, play, later) {
    super(host.root, host.words, host.act, host.explain, host.walked);
    [this.host, this.later] = [host, later];
    [this.table, this.live] = [host.table, host.live];
    /** Whether all is shown in words too. */
    this.isListed = folded.matches;
    this.#take(play);
  }

  begin() {
    const byKey = Boolean(this.root.querySelector(':focus-visible'));
    this.host.guest = this;
    this.host.worded?.aside.remove(); // the whole list stands here
    this.root.classList.remove('idle', 'choosing');
    this.draw();
    if (byKey) this.board?.focus() || this.first();
  }

  /** @param {import('../core/types.js').Play} play */
  #take(play) {
    this.play = play;
    this.version = this.table.version;
    const { things, spots } = play.board;
    /** @type {(Thing & {at: string, all: Spot[]})[]} */
    this.things = things.map((thing) => ({ ...thing, at: this.#cellOf(thing.mark), all: thing.spots.flatMap((group) => spots[group]) })).filter((thing) => thing.all.length);
  }

  #cellOf(mark) {
    const boards = this.state.boards ?? [];
    return boards.flatMap(({ pieces = [] }) => pieces).find((piece) => piece.id === mark)?.cell ?? mark;
  }

  /** What was picked. */
  get thing() {
    return this.things.find((thing) => keyOf(thing) === this.path[0]) ?? null;
  }

  level() {
    return { plays: [], path: this.thing ? this.path : [], title: this.thing?.label ?? '' };
  }

  // ------------------------------------------------------------------ the table goes on
  show(table, live) {
    super.show(table, live);
    if (!leafOf(table.plays, 'correct')) this.end();
    else if (table.version !== this.version && !this.sending) this.#renew();
  }

  /** Others play on: what may be set right is asked for again. */
  async #renew() {
    const { version } = this.table;
    const { play } = await asked(this, leafOf(this.table.plays, 'correct'));
    if (this.closing.signal.aborted || version !== this.table.version) return;
    if (!play?.board) {
      this.end();
      return;
    }
    this.#take(play);
    this.draw();
    this.walked();
  }

  // ------------------------------------------------------------------ the dock
  parts() {
    this.path = this.level().path;
    const { thing } = this;
    const question = this.sending ? this.words('page.sending') : this.later(`right.${thing ? (isPiece(thing) ? 'where' : 'how') : this.things.every(isPiece) ? 'tap' : 'tap-any'}`, { label: thing?.label ?? '' });
    const all = this.waits ? [] : thing ? thing.all.filter(({ at }) => at).map((spot) => this.#spot(spot)) : this.things.map((each) => this.#pick(each));
    const rows = all.length && this.isListed ? [el('div', { class: 'actions scroll' }, ...all.map((choice) => this.#choice(choice)))] : [];
    return [ask(question, this.waits), ...rows, el('div', { class: 'actions row' }, ...this.#buttons(), ...this.#list(all.length), this.leave(this.words('page.back')))];
  }

  #buttons() {
    if (this.waits) return [];
    if (this.thing) return this.thing.all.filter(({ at }) => !at).map((spot) => this.#choice(this.#spot(spot)));
    return [this.#choice({ label: this.later('right.else'), then: () => this.#else() }, 'else')];
  }

  #choice({ label, then }, key = `right ${label}`) {
    const button = el('button', { 'class': 'button', 'type': 'button', 'data-key': key }, label);
    button.addEventListener('click', () => then(button));
    return button;
  }

  /** The same in words: for who hears the page, or sees no place of the board. */
  #list(count) {
    if (!count) return [];
    const button = el('button', { 'class': 'button plain', 'type': 'button', 'data-key': 'list', 'aria-expanded': String(this.isListed) }, this.words('page.in_words', { count }));
    button.addEventListener('click', () => {
      this.isListed = !this.isListed;
      this.draw();
    });
    return [button];
  }

  // ------------------------------------------------------------------ the board
  /** What a tap on each place means. @returns {Map<string, Choice[]>} */
  get offered() {
    const found = new Map();
    if (this.waits || this.table.version !== this.version) return found;
    const add = (at, choice) => at && found.set(at, [...(found.get(at) ?? []), choice]);
    if (this.thing) for (const spot of this.thing.all) add(spot.at, this.#spot(spot));
    else for (const thing of this.things) add(thing.at, this.#pick(thing));
    return found;
  }

  /** @returns {Choice} */
  #spot(spot) {
    return { label: spot.label, then: () => this.#put(spot) };
  }

  /** @returns {Choice} */
  #pick(thing) {
    return { label: thing.label, then: (from) => this.#go(thing, from) };
  }

  offers(place) {
    if (!this.offered.has(place)) return '';
    return this.thing ? this.later('right.put', { label: this.thing.label }) : this.later('right.pick');
  }

  verbs(place) {
    return this.offered.has(place) ? ['move'] : [];
  }

  barred() {
    return false;
  }

  pickPlace(place, from) {
    const choices = this.offered.get(place) ?? [];
    if (choices.length === 1) choices[0].then(from);
    else if (choices.length) this.askBeside(from, this.offers(place), choices.map(({ label, then }) => ({ label, then: () => then(from) })));
  }

  refusePlace() {}

  // What a kit calls the same.
  canPick(token) {
    return this.offered.has(token);
  }

  pickToken(token, from) {
    this.pickPlace(token, from);
  }

  get openToken() {
    return this.thing?.mark ?? '';
  }

  /** The dock's own list of what is on the board stands here. */
  word() {}

  /** Pick *thing*; from the board the keyboard stays on the board. */
  #go(thing, from) {
    this.path = [keyOf(thing)];
    this.openers.push({ key: '', element: from });
    this.draw();
    if (!this.root.contains(from) && this.offered.size && this.board?.focus(from)) return;
    this.first();
  }

  // ------------------------------------------------------------------ what comes of it
  #put({ words }) {
    const { name, also = [] } = this.thing;
    const [seat] = speakers(this.table.seats, this.play);
    this.say([this.play.do, ...words.map((word) => wordOf(name, word)), ...also].join(' '), seat);
  }

  said() {
    this.host.all = false;
    this.end();
  }

  refocus() {
    if (this.closing.signal.aborted) this.host.refocus();
    else super.refocus();
  }

  escape() {
    this.up();
  }

  up() {
    if (this.path.length) {
      super.up();
      return;
    }
    this.end();
    this.host.refocus();
  }

  /** What has no place on the board is filled in. */
  async #else() {
    const { host, play, table } = this;
    const tapped = new Set(this.things.filter(({ also }) => !also).flatMap(({ name, all }) => all.flatMap(({ words }) => words.filter(isOwn).map((word) => wordOf(name, word).split('=')[0]))));
    const rest = { ...play, form: play.form.filter(({ name }) => !tapped.has(name)), board: null };
    const heading = await headingFor(rest, table);
    if (this.closing.signal.aborted) return;
    this.end();
    open(host, rest, heading);
  }

  /** Give the place back. */
  end() {
    if (this.closing.signal.aborted) return;
    this.close();
    this.host.guest = null;
    this.host.worded?.settle();
    this.host.show(this.table, this.live);
    this.host.walked();
  }
}

const keyOf = ({ name, mark }) => `${name} ${mark}`;

/** Whether it has other places on the board. */
const isPiece = ({ all }) => all.some(({ at }) => at);

/** Whether *word* goes on the name of its thing. */
const isOwn = (word) => '.='.includes(word[0]);
const wordOf = (name, word) => (isOwn(word) ? name + word : word);
