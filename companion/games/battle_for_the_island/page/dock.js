/** @file What this device can do in the battle: the unit that was taken up, what its shot would hit, large buttons, and what a tap means. */

import { BoardDock } from '../../dock/board-dock.js';
import { el } from '../../core/dom.js';
import { has } from '../../plays/tree.js';
import { figureOf } from './board.js';
import { linesOf, offersAt, unitsIn } from './plays.js';

/** Done by a tap on the island or a pad, or by the keys that walk their marked places. */
const ON_BOARD = ['move', 'shoot', 'turn', 'remove', 'block', 'place', 'load', 'advance', 'remove-from-pad'];
/** Each way has a button of its own. */
const FLAT = ['slide', 'first'];
const ARROW = { north: 0, east: 90, south: 180, west: 270 };

export class Dock extends BoardDock {
  /** The square of the unit that was taken up, "" for none. */
  unit = '';
  /** The square of somebody whose aim is looked at. */
  looked = '';
  /** What is placed next, and facing which way. */
  placing = { kind: '', facing: '', seat: null };
  /** So narrow, in letters, squares are too small to be told apart: what is done on them stands in words as well. */
  static folds = matchMedia('(max-width: 18rem)');

  escape() {
    super.escape();
    if (this.unit) this.#takeUp('');
  }

  outdate() {
    this.leaveQuestion();
  }

  /** Who was taken up stays so while it can do anything; where it is the only one it needs no tap. */
  settle() {
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

  next() {
    return [...this.#inWords(), this.#buttons()];
  }

  get todo() {
    const taken = this.units.get(this.unit);
    if (taken) return linesOf(taken).some((line) => line.square) ? this.phrase('tap_goal', { unit: taken.label }) : taken.label;
    const label = this.state.words[this.placing.kind];
    if (label && !this.isIdle && this.state.turn.step !== 'blocks') return this.phrase('tap_square', { kind: label });
    return super.todo;
  }

  // ------------------------------------------------------------------ the unit that was taken up
  /** What its shot would do, before it is fired; else the block that is turned over, and what came of the last shot. */
  news() {
    const battle = this.aimed ?? this.state.battle;
    if (!battle || this.state.end || (this.waits && battle.step !== 'chance')) return [];
    return this.battle(battle, (part) => [figureOf(part.sign, part.look)]).map((each) => el('div', { 'aria-live': 'polite' }, each));
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

  #takeUp(unit) {
    this.unit = unit;
    this.looked = '';
    this.redraw();
  }

  // ------------------------------------------------------------------ the set-up
  /** What is placed next, and which way it faces: a tap on a square places it so. */
  own() {
    const { left, step } = this.state.turn;
    if (this.isIdle || !['units', 'pads'].includes(step)) return [];
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
      this.redraw();
    });
    return chip;
  }

  // ------------------------------------------------------------------ buttons
  #buttons() {
    const shown = this.roots().filter((play) => !ON_BOARD.includes(play.word) && !has('aside')(play));
    const rows = (list) => list.flatMap((play) => (FLAT.includes(play.word) ? play.then.map((each) => this.button({ ...each, hint: play.label }, 'button')) : [this.large(play)]));
    const rest = shown.filter((play) => play.role !== 'end');
    return this.steps([...this.overRows(), ...this.#ofUnit(), ...rows(rest)], rows(shown.filter(has('end'))), this.roots().filter(has('aside')).map((play) => this.row(play)));
  }

  #inWords() {
    if (!Dock.folds.matches) return [];
    const rows = this.roots().filter((play) => ON_BOARD.includes(play.word)).map((play) => this.row(play));
    return rows.length ? [el('div', { class: 'actions' }, ...rows)] : [];
  }

  // ------------------------------------------------------------------ the board
  titleAt(place) {
    return this.units.get(this.unit)?.label ?? place;
  }

  nameOf({ label }) {
    return label;
  }

  /** Do it, or take up who stands there. */
  take({ play, unit }) {
    if (play) this.choose(play);
    else this.#takeUp(unit ?? '');
  }

  /** Somebody who can do nothing shows its aim; of an empty square the table says why not. */
  async refusePlace(place) {
    const standing = this.state.boards[0].pieces?.find((piece) => piece.cell === place && this.state.aims[piece.id]);
    this.looked = standing && this.looked !== place ? place : '';
    this.board?.light();
    const line = this.#tried(place);
    if (!standing && line && !this.waits) await this.attempt(line, this.roots());
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
