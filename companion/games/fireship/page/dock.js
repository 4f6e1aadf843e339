/** @file What this device can do at sea: the hidden hand, an answer that is awaited, large buttons, and what a tap means. */

import { BoardDock } from '../../dock/board-dock.js';
import { el } from '../../core/dom.js';
import { has } from '../../plays/tree.js';
import { offersAt, openly, placeOf } from './plays.js';
import { nameOf } from '../../people/people.js';

/** So long what came of a battle stays where it can be seen, when the table has gone on. */
const CAME_MS = 6000;

const sameIn = (one, other) => one.length === other.length && one.every((each, at) => each === other[at]);
/** Whether *play* is done on the board alone: by taps, or by the keys that walk its marked places. An attack has a row too. */
const isOnBoard = ({ role, word, do: line }) => role === 'board' && word !== 'attack' && !line;

/** Each of several cells has a button; one that can't be used is only told on the board. */
const eachMay = (play) => (play.then.length ? play.then.filter(({ why }) => !why) : [play]);

/** The dock at sea: an answer that is awaited and the hidden hand stand above what can be done. */
export class Dock extends BoardDock {
  isNarrowed = false;
  /** @type {import('../../dock/in-words.js').InWords|null} */
  worded = null;
  wording = false;
  /** @type {import('./fray.js').AnswerWindow|null} */
  window = null;
  /** The number of what may be answered, 0 for nothing. */
  declared = 0;
  /** @type {any} an attack that was looked at and can't be made, while nothing else has happened */
  lacking = null;
  /** @type {{battle: any, until: number}|null} what came of the last battle, which others than who fought it go on seeing for a moment */
  came = null;

  /** @type {{table: any, path: string[], roots: any[], all: Map<string, any[]>}|null} what was offered when it was last asked: every place of the sea asks */
  found = null;

  /** What a tap on each place does now. */
  get offered() {
    const { table, path, whose } = this;
    if (!table?.seats.length || whose || this.state.end) return new Map();
    const roots = this.roots();
    const isSame = this.found?.table === table && this.found.path === path && sameIn(this.found.roots, roots);
    if (!isSame) {
      const colour = this.state.people.find((each) => each.seat === this.state.turn.seat)?.look ?? '';
      this.found = { table, path, roots, all: offersAt(roots, path, colour) };
    }
    return this.found.all;
  }

  /** Whether a place is being chosen for the Kraken. */
  get calling() {
    return this.roots().some((play) => play.word === 'kraken');
  }

  /** What is being chosen on the board, which brings it near: its places, and what a battle would mark. */
  get chosen() {
    const { lacking, path } = this;
    if (lacking) return { key: lacking.path.join(' '), places: lacking.rings.map(({ at }) => at), battle: lacking };
    if (this.calling || path[0] === 'whirlpool') return { key: path[0] ?? 'kraken', places: [], battle: null };
    if (path[0] !== 'attack' || path.length < 2) return null;
    const from = placeOf(path[1]);
    return { key: path.join(' '), places: [from, ...this.offered.keys()], touched: true, battle: { rings: [{ at: from, kind: 'from' }] } };
  }

  outdate() {
    this.lacking = null;
  }

  open(...where) {
    this.lacking = null;
    super.open(...where);
  }

  up() {
    if (this.lacking) this.#lack(null);
    else super.up();
  }

  news() {
    return [...this.#battle(), ...this.#window()];
  }

  own() {
    return this.hidden();
  }

  get isIdle() {
    return !this.state.end && openly(this.roots()).every(({ role }) => role === 'aside' || role === 'answer');
  }

  waiting() {
    return this.due || !this.state.battle?.sides ? super.waiting() : [];
  }

  get isTold() {
    const { declared, battle } = this.state;
    return this.lacking || (this.isHome && (declared.length || battle?.step === 'chance'));
  }

  /** The one row of next steps, none for who isn't on while answers are awaited; while a place on the board is aimed at, how to leave that. */
  next(now) {
    if (this.whose) return [this.rows(now, 'actions')];
    const worded = this.worded?.parts() ?? [];
    if (this.isHome && this.isIdle && this.state.declared.length && !this.table.seats.includes('table') && !this.mayTakeBack) return worded;
    if (!this.path.length) return [...worded, this.#buttons()];
    const aiming = this.offered.size > 0 && (this.path[0] !== 'attack' || this.path.length > 1);
    return [...worded, aiming ? el('div', { class: 'actions row' }, this.leave(this.words('page.back'))) : this.rows(now, 'actions scroll')];
  }

  get aim() {
    return this.path[0] === 'boom' ? 'tap_boom' : 'tap';
  }

  get todo() {
    const name = nameOf(this.table.people, this.state.turn.seat);
    return this.isIdle && name ? this.phrase('turn_of', { name }) : super.todo;
  }

  // ------------------------------------------------------------------ buttons
  #buttons() {
    const shown = openly(this.roots()).filter((play) => play.role !== 'answer' && !isOnBoard(play));
    const [aside, open] = [shown.filter(has('aside')), shown.filter((play) => play.role !== 'aside')];
    const first = open.filter(has('first')).flatMap(eachMay).map((play, at) => this.#first(play, at));
    const ends = open.filter(has('end')).map((play) => this.button(play, 'button'));
    const rest = open.filter((play) => !['first', 'end'].includes(play.role)).flatMap((play) => (play.word === 'colour' ? play.then : [play])).map((play) => this.#choice(play));
    const last = this.lacking ? [this.leave(this.words('page.back'))] : ends;
    return this.steps([...this.overRows(), ...first, ...rest], last, aside.map((play) => this.row(play)));
  }

  /** What chance waits for, where real dice are rolled a form; or the special cells that may be used, the first in brass. */
  #first(play, at) {
    const { battle } = this.state;
    const called = battle?.step === 'chance' && play.word === 'roll' ? { ...play, label: this.phrase(`roll_${battle.odds.look}`) } : play;
    const row = play.form ? this.row(called) : this.button(called, 'button');
    row.classList.toggle('first', at === 0);
    return row;
  }

  /** Where nothing of it can be done it keeps its place and says why; where there is no choice it is that one thing. */
  #choice(play) {
    const [only] = play.then;
    if (play.then.length === 1 && only.do && !only.form) return this.button({ ...only, label: play.label, hint: only.label }, 'button');
    if (play.word !== 'attack') return this.row(play);
    const barred = this.lacking || play.then.every((each) => each.then.every((target) => target.why));
    return barred ? this.#barred(play) : this.row(play);
  }

  /** An attack that nothing can make has under it what is lacking; a tap shows why. */
  #barred(play) {
    const lacking = this.lacking ?? this.state.unable?.[0];
    const why = play.then[0].then[0]?.why ?? play.then[0].why;
    const button = this.button({ ...play, then: [], do: null, hint: lacking?.needs ?? '', why }, 'button');
    if (!lacking) return button;
    const fresh = button.cloneNode(true);
    fresh.addEventListener('click', () => this.#lack(lacking));
    return fresh;
  }

  // ------------------------------------------------------------------ the board
  /** Who is too weak sees both sums, and what would help. */
  refuse({ play, path, why }) {
    const words = play ? play.do.split(' ').slice(1) : path.slice(1);
    const found = this.state.unable?.find((each) => words.every((word, at) => each.path[at] === word));
    if (found && why.rule === 'FS-A4') this.#lack(found);
    else this.explain(why);
  }

  #lack(found) {
    this.lacking = found;
    this.redraw();
  }

  walkTo(path, from) {
    this.lacking = null;
    super.walkTo(path, from);
    if (this.offered.size && (document.activeElement === from || !from?.isConnected || this.root.contains(from))) this.board?.focus();
  }

  /** A cell that isn't offered, after it was said what is meant: the table says why not. */
  async refusePlace(place) {
    const [column, row] = place.split('-');
    const { turn } = this.state;
    const verb = this.path[0] === 'whirlpool' ? 'whirlpool' : turn.picked_up && !this.path.length ? 'go' : null;
    if (this.waits || !verb || !Number(row) || !this.table.seats.includes(turn.seat)) return;
    await this.act({ do: `${verb} ${column} ${row}`, seat: turn.seat }, this);
  }

  /** Have what can be chosen on *board* in rows of words too, *below* where the page isn't folded; they come when a page has nothing better to do. */
  async word(board, below) {
    if (this.wording || !below || !board.svg.querySelector('[role=button]')) return;
    this.wording = true;
    await new Promise((then) => (globalThis.requestIdleCallback ?? setTimeout)(then));
    const { InWords } = await import('../../dock/in-words.js');
    if (this.closing.signal.aborted) return;
    this.worded = new InWords(board, this, below);
    this.worded.settle();
  }

  // ------------------------------------------------------------------ hidden cards
  /** A card is played by its place: what it is stays unsaid until it lies openly. */
  async pickCard(picked, from) {
    (await import('./card.js')).askForCard(this, picked, from);
  }

  // ------------------------------------------------------------------ battles
  /** What is fought now, can't be, or was a moment ago. */
  #battle() {
    const battle = this.lacking ?? this.#fought();
    if (!battle) return [];
    const fray = this.module('fray', () => import('./fray.js'));
    return fray ? [fray.frayOf(battle, this.table)] : [];
  }

  #fought() {
    const { battle, end } = this.state;
    if (battle?.outcome && this.came?.battle.number !== battle.number) {
      this.came = { battle, until: performance.now() + CAME_MS };
      setTimeout(() => this.table && this.draw(), CAME_MS);
    }
    if (end || this.path.length || this.whose || this.all) return null;
    return battle ?? (this.came && performance.now() < this.came.until && !this.state.declared.length ? this.came.battle : null);
  }

  /** What was declared and may be answered; what shows it comes when something is declared for the first time. */
  #window() {
    const { declared, end } = this.state;
    const number = declared.at(-1)?.number ?? 0;
    if (number !== this.declared) this.leaveQuestion(); // what was asked is no longer meant
    this.declared = number;
    if (!declared.length || end) return [];
    const fray = this.module('fray', () => import('./fray.js'));
    if (fray) this.window ??= new fray.AnswerWindow(this);
    return this.window?.parts() ?? [];
  }
}
