/** @file What this device can do in the battle: the unit that was taken up, what its shot would hit, large buttons, and what a tap means. */

import { BoardDock } from '../../dock/board-dock.js';
import { dress, el } from '../../core/dom.js';
import { figureOf } from './board.js';
import { linesOf, offersAt, unitsIn } from './plays.js';
import { ask } from '../../dock/walk.js';

const has = (role) => (play) => play.role === role;
/** Done by a tap on the island or a pad, or by the keys that walk their marked places. */
const ON_BOARD = ['move', 'shoot', 'turn', 'remove', 'block', 'place', 'load', 'advance', 'remove-from-pad'];
/** Each way has a button of its own. */
const FLAT = ['slide', 'first'];
/** So narrow, in letters, squares are too small to be told apart: what is done on them stands in words as well. */
const narrow = matchMedia('(max-width: 18rem)');
const ARROW = { north: 0, east: 90, south: 180, west: 270 };

export class Dock extends BoardDock {
  /** The square of the unit that was taken up, "" for none. */
  unit = '';
  /** The square of somebody whose aim is looked at. */
  looked = '';
  /** What is placed next, and facing which way. */
  placing = { kind: '', facing: '', seat: null };
  /** @type {typeof import('../../parts/battle.js')|null} comes with the first shot */
  fighting = null;

  constructor(...all) {
    super(...all);
    narrow.addEventListener('change', () => this.table && this.draw(), { signal: this.closing.signal });
    addEventListener('keydown', (event) => event.key === 'Escape' && this.unit && !document.querySelector('dialog[open]') && this.#take(''), { signal: this.closing.signal });
  }

  show(table, live) {
    if (this.table && table.version !== this.table.version) this.asking?.then(({ leave }) => leave()); // what was asked is no longer meant
    this.table = table;
    this.#settle();
    super.show(table, live);
  }

  /** Who was taken up stays so while it can do anything; where it is the only one it needs no tap. */
  #settle() {
    const units = this.units;
    if (!units.has(this.unit)) this.unit = '';
    if (units.size === 1) [this.unit] = units.keys();
    const { left = {}, forward = '', seat } = this.state?.turn ?? {};
    const { kind, facing, seat: before } = this.placing;
    this.placing = { kind: left[kind] ? kind : (Object.keys(left).find((each) => left[each]) ?? ''), facing: seat === before ? facing : forward, seat };
  }

  get #setsUp() {
    return this.roots().some((play) => play.word === 'place');
  }

  get units() {
    return this.table?.seats.length && !this.state?.end ? unitsIn(this.roots()) : new Map();
  }

  /** What a tap on each square and each column of a pad does now. */
  get offered() {
    if (!this.table?.seats.length || this.whose || this.path.length || this.state.end) return new Map();
    const calls = {
      take: (what) => this.phrase('take', { what }),
      go: (label, way, square) => this.phrase(way.word === 'ahead' ? 'go' : 'go_turn', { square, way: way.label }),
    };
    return offersAt(this.roots(), this.unit, this.placing, this.phrase('others'), calls);
  }

  /** Whose aim is shown. */
  get lit() {
    return this.looked || this.unit;
  }

  /** Where the unit that was taken up may go. */
  get goals() {
    const taken = this.units.get(this.unit);
    const moves = taken ? linesOf(taken).filter((line) => line.verb === 'move') : [];
    return { square: this.unit, ways: moves.map(({ square, play }) => [square, play.word === 'ahead' ? 'ahead' : 'turn']) };
  }

  parts(typing) {
    const { table } = this;
    if (!table.seats.length) return [...this.#fray(), this.watching()];
    const now = this.level();
    this.path = now.path;
    const form = this.form(now.plays, typing);
    if (form) return [form];
    const inside = this.whose || this.path.length;
    const idle = this.#idle() && !inside && !this.all;
    const waits = idle && !this.waits && !this.state.end ? this.waiting() : [];
    this.root.classList.toggle('idle', idle);
    const said = (this.state.end && !this.waits) || waits.length ? [] : [ask(this.#question(now), this.waits || idle)];
    if (inside) {
      const rows = this.whose ? this.people() : now.plays.map((play) => this.row(play));
      return [...said, el('div', { class: 'actions scroll' }, ...rows, this.leave(this.words('page.back')))];
    }
    return [...said, ...this.#fray(), ...this.#palette(), ...waits, ...this.#inWords(), this.#buttons()];
  }

  /** Whether somebody else is on: nothing is to be done here but what may be done at any time. */
  #idle() {
    return this.roots().every(has('aside'));
  }

  #question(now) {
    if (this.sending) return this.words('page.sending');
    if (this.table.reveal) return this.words('page.wait');
    if (this.whose) return this.words('page.who');
    if (this.path.length) return now.title;
    const taken = this.units.get(this.unit);
    if (taken) return linesOf(taken).some((line) => line.square) ? this.phrase('tap_goal', { unit: taken.label }) : taken.label;
    const label = this.state.words[this.placing.kind];
    if (label && !this.#idle() && this.state.turn.step !== 'blocks') return this.phrase('tap_square', { kind: label });
    return this.todo;
  }

  // ------------------------------------------------------------------ the unit that was taken up
  /** What its shot would do, before it is fired; else the block that is turned over, and what came of the last shot. */
  #fray() {
    const battle = this.aimed ?? this.state.battle;
    if (!battle || this.state.end || (this.waits && battle.step !== 'chance')) return [];
    if (!this.fighting) this.#fetchFray();
    return this.fighting ? [el('div', { 'aria-live': 'polite' }, this.fighting.battleOf(battle, this.table, (part) => [figureOf(part.sign, part.look)]))] : [];
  }

  async #fetchFray() {
    const [fighting] = await Promise.all([import('../../parts/battle.js'), dress('battle')]);
    this.fighting ??= fighting;
    this.draw();
  }

  /** The shot of the unit that was taken up. */
  get aimed() {
    return (this.unit && this.state.shots.find(({ from }) => from === this.unit)?.battle) || null;
  }

  /** What a unit that was taken up does where it stands; it goes by a tap on the island. */
  #ofUnit() {
    const taken = this.units.get(this.unit);
    if (!taken) return [];
    const lines = linesOf(taken);
    const shots = lines.filter(({ verb }) => verb === 'shoot').map(({ square, play }) => this.#shot({ ...play, label: this.phrase('fire', { square }), hint: '' }));
    const turns = lines.filter(({ square }) => !square).map(({ label, play }) => this.button({ ...play, hint: label }, 'button'));
    return [...shots, ...turns];
  }

  #shot(play) {
    const button = this.button(play, 'button');
    button.classList.add('shot');
    return button;
  }

  #take(unit) {
    this.unit = unit;
    this.looked = '';
    this.draw();
    this.walked();
  }

  // ------------------------------------------------------------------ the set-up
  /** What is placed next, and which way it faces: a tap on a square places it so. */
  #palette() {
    const { left, step } = this.state.turn;
    if (this.#idle() || !['units', 'pads'].includes(step)) return [];
    const kinds = Object.keys(left).filter((kind) => left[kind]).map((kind) => this.#chip('kind', kind, this.phrase('left_of', { kind: this.state.words[kind], count: left[kind] }), figureOf(kind, this.#look), el('span', { 'aria-hidden': 'true' }, String(left[kind]))));
    const group = (name, chips) => el('div', { 'class': 'palette', 'role': 'group', 'aria-label': this.phrase(name) }, ...chips);
    if (!this.#setsUp) return [group('kinds', kinds)];
    const turned = this.table.seats.length === 1 && this.table.seats[0] === 1 ? 180 : 0;
    const ways = Object.keys(ARROW).map((way) => {
      const arrow = el('i', { 'class': 'arrow', 'aria-hidden': 'true' });
      arrow.style.rotate = `${ARROW[way] + turned}deg`;
      return this.#chip('facing', way, this.phrase('facing', { facing: this.state.words[way] }), arrow);
    });
    return [group('kinds', kinds), group('facings', ways)];
  }

  get #look() {
    return this.state.people.find((each) => each.seat === this.state.turn.seat)?.look ?? '';
  }

  #chip(what, word, label, ...face) {
    const chip = el('button', { 'class': 'pick', 'type': 'button', 'data-key': `${what} ${word}`, 'aria-label': label, 'title': label, 'aria-pressed': String(this.placing[what] === word) }, ...face);
    chip.addEventListener('click', () => {
      this.placing = { ...this.placing, [what]: word };
      this.draw();
      this.walked();
    });
    return chip;
  }

  // ------------------------------------------------------------------ buttons
  #buttons() {
    const shown = this.roots().filter((play) => !ON_BOARD.includes(play.word) && !has('aside')(play));
    const rows = (list) => list.flatMap((play) => (FLAT.includes(play.word) ? play.then.map((each) => this.button({ ...each, hint: play.label }, 'button')) : [this.#row(play)]));
    const rest = shown.filter((play) => play.role !== 'end');
    return this.steps([...this.overRows(), ...this.#ofUnit(), ...rows(rest)], rows(shown.filter(has('end'))), this.roots().filter(has('aside')).map((play) => this.row(play)));
  }

  #row(play) {
    const row = play.form || play.then.length ? this.row(play) : this.button(play, 'button');
    if (play.role === 'first') row.classList.add('first');
    return row;
  }

  #inWords() {
    if (!narrow.matches) return [];
    const rows = this.roots().filter((play) => ON_BOARD.includes(play.word)).map((play) => this.row(play));
    return rows.length ? [el('div', { class: 'actions' }, ...rows)] : [];
  }

  // ------------------------------------------------------------------ the board
  /** @param {string} place @returns {string} what choosing it does, "" for nothing */
  offers(place) {
    return [...new Set((this.offered.get(place) ?? []).map((offer) => offer.label))].join(', ');
  }

  /** Do what is done there, take up who stands there, or ask which of several things. */
  pickPlace(place, from) {
    const offers = this.offered.get(place) ?? [];
    if (this.waits || !offers.length) return;
    const [only] = offers;
    if (offers.length > 1) this.askBeside(from, this.units.get(this.unit)?.label ?? place, offers.map((offer) => ({ label: offer.label, then: () => this.#do(offer) })));
    else this.#do(only);
  }

  #do({ play, unit }) {
    if (play) this.choose(play);
    else this.#take(unit ?? '');
  }

  /** Somebody who can do nothing shows its aim; of an empty square the table says why not. */
  async refusePlace(place) {
    const standing = this.state.boards[0].pieces.find((piece) => piece.cell === place && this.state.aims[piece.id]);
    this.looked = standing && this.looked !== place ? place : '';
    this.board?.light();
    const line = this.#tried(place);
    if (standing || !line || this.waits) return;
    const seat = this.roots().flatMap((play) => leavesOf(play)).flatMap((play) => play.seats ?? []).find((each) => this.table.seats.includes(each));
    await this.act({ do: line, seat: seat ?? this.table.seats[0] }, this);
  }

  /** What somebody means who taps *place*, though it can't be. */
  #tried(place) {
    const may = (word) => this.roots().some((play) => play.word === word);
    if (place.startsWith('pad-')) return '';
    if (may('block')) return `block ${place}`;
    if (may('place')) return `place ${this.placing.kind} ${place} ${this.placing.facing}`;
    return this.unit && may('move') ? `move ${this.unit} ${place} ahead` : '';
  }
}

const leavesOf = (play) => (play.then.length ? play.then.flatMap(leavesOf) : [play]);
