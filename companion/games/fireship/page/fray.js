/** @file What is declared at sea: battles by the shared part, with this game's pieces, and the window in which they are answered; fetched with the first of them. */

import { addSheets } from '../../core/games.js';
import { alarmOf, battleOf, marksOf, partIn, sheets } from '../../widgets/battle.js';
import { AnswerClock } from '../../dock/answer-clock.js';
import { boxOf } from '../../boards/squares.js';
import { drawing } from '../../drawing/drawings.js';
import { nameOf } from '../../people/people.js';
import { isAnswer } from './plays.js';
import { wouldDo } from '../../plays/board-plays.js';
import { pieceOf } from './board.js';
import { sign } from '../../signs/signs.js';
import { el, redraw, svg } from '../../core/dom.js';

await addSheets(sheets);

export { alarmOf, partIn };

/** A ring reaches so far beyond a square, in units of the drawing. */
const AROUND = 2.5;

/** Everything of *battle* as *table*'s viewer reads it. */
export function frayOf(battle, table) {
  return battleOf(battle, table, pictureOf);
}

function pictureOf({ sign: name, look }) {
  if (name === 'plus') return sign('plus');
  if (name === 'island') return drawing('flag', `flagged ${look}`);
  return [svg('svg', { class: 'pic', viewBox: '-4 -4 32 32', 'aria-hidden': 'true' }, svg('g', { class: `craft ${look}` }, ...pieceOf(name)))];
}

/** Have *board* show the marks of *battle*, none for null. @param {import('./board.js').SeaBoard} board */
export function mark(board, battle) {
  const at = (id) => {
    const cell = board.places.get(id)?.cell;
    if (!cell) return null;
    const { left, top, width, height } = boxOf(cell.covers ?? [cell.place]);
    return { x: left + width / 2, y: top + height / 2, r: Math.max(width, height) / 2 + AROUND };
  };
  const marks = battle ? marksOf(battle, at) : [];
  const below = marks.filter((each) => each.classList.contains('halo'));
  // What is marked already stays: it doesn't begin to move once more.
  redraw(board.halos, below);
  redraw(board.frays, marks.filter((each) => !below.includes(each)));
}

/** What was declared and may be answered: how long it waits, and the buttons to answer or to pass. */
export class AnswerWindow {
  /** @param {import('./dock.js').Dock} dock in which it stands */
  constructor(dock) {
    this.dock = dock;
    /** The numbers of the last windows that could be passed here, and that were. */
    [this.open, this.passed] = [0, 0];
    this.clock = new AnswerClock(dock);
  }

  /** What to call an answer: who declared it adds to what is their own. */
  get #answer() {
    const { seats, state } = this.dock.table;
    const ours = seats.filter((seat) => seat !== 'table');
    return ours.length && ours.every((seat) => seat === state.declared.at(-1).seat) ? 'answer_own' : 'answer';
  }

  /** The same on every other phone, whoever may answer: what was declared, how long it waits, and three buttons. */
  parts() {
    const { dock } = this;
    const declared = dock.state.declared.at(-1);
    const name = nameOf(dock.table.people, declared.seat);
    // An attack is told above, by its parts.
    const parts = declared.what === 'attack' ? [] : [el('h2', {}, dock.phrase('declared', { name })), el('p', {}, declared.text)];
    const seated = dock.table.seats.some((seat) => seat !== 'table');
    const answers = seated && !dock.whose && !dock.path.length ? [this.#answers()] : [];
    const due = dock.phrase(this.#answer === 'answer' ? 'answer' : 'others_answer');
    return [el('section', { class: 'window', 'aria-label': due }, ...parts, el('div', { class: 'due' }, this.clock.of(declared), el('p', {}, due)), ...answers)];
  }

  #answers() {
    const { dock } = this;
    const [pass, until] = ['pass', 'pass-until'].map((word) => dock.roots().find((play) => play.word === word));
    const { number } = dock.state.declared.at(-1);
    if (pass) this.open = number;
    else if (this.open === number) this.passed = number;
    if (this.passed === number && !dock.sending) return el('p', { class: 'ask quiet' }, dock.phrase('passed'));
    const plain = (key, then, phrase = key) => {
      const button = el('button', { class: 'button', type: 'button', 'data-key': key, 'aria-disabled': dock.waits ? 'true' : null }, dock.phrase(phrase));
      button.addEventListener('click', () => dock.waits || then());
      return button;
    };
    // Who isn't asked passes all the same: who looks on can't tell, and nobody is refused.
    const silence = (play) => {
      if (play) dock.choose(play);
      else this.passed = number;
      dock.draw();
    };
    const rest = until?.then.find((play) => play.word === 'turn-end');
    return el('div', { class: 'actions' }, plain('answer', () => this.#ask(), this.#answer), plain('pass', () => silence(pass)), plain('no_more', () => silence(rest)));
  }

  #ask() {
    const { dock } = this;
    const rows = dock.roots().filter((play) => isAnswer(play) && play.do && !play.why).map((play) => [play.label, () => dock.choose(play), wouldDo(dock.table, play.word)]);
    dock.ask(dock.phrase(this.#answer), rows.length ? dock.state.declared.at(-1).text : dock.phrase('no_answer'), rows);
  }
}
