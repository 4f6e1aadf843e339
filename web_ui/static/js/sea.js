/** @file Fireship on a page: the sea as a drawing, whose turn it is, and what everybody has; made of the state alone. */

import { el, svg } from './dom.js';
import { playAt } from './tree.js';

/** A cell of the drawing is so wide. */
const CELL = 20;
const HULLS = {
  boat: 'M-7 2h14l-3 5h-8zM-1-8h2V1h-2zM2-7l5 7H2z',
  plane: 'M-1-8h2l1 5 7 4v2l-7-2-1 4 3 2v1l-4-1-4 1V7l3-2-1-4-7 2V1l7-4z',
  battleship: 'M-9 2h18l-4 6h-10zM-5-2h10v4H-5zM-2-7h4v5h-4zM3-5h5v1H3z',
};
const MARKS = { 'wheel-cell': '✺', 'mystery-cell': '?', 'battleship-cell': '⚓' };

/** Draws one game whose state's `kind` is `sea`. */
export class Sea {
  /**
   * @param {HTMLElement} board
   * @param {(key: string, values?: Object<string, string|number>) => string} words
   * @param {HTMLElement|null} caption
   * @param {any} reach what a tap leads to; its dock, where the page has one
   * @param {boolean} panel drawn beside the simulated table
   */
  constructor(board, words, caption, reach, panel = false) {
    this.dock = panel ? () => null : reach.dock;
    this.words = words;
    this.turn = el('section', { class: 'fleet-turn' });
    this.map = svg('svg', { class: 'chart', role: 'group' });
    this.people = el('ul', { class: 'fleets' });
    board.replaceChildren(this.turn, el('div', { class: 'sea-chart' }, this.map), ...(caption ? [caption] : []), this.people);
  }

  /** @param {any} table its state is the sea's */
  show(table) {
    const { state } = table;
    this.#turn(state);
    this.map.setAttribute('viewBox', `0 0 ${state.board.columns * CELL} ${state.board.rows * CELL}`);
    this.map.setAttribute('aria-label', state.board.label);
    this.map.replaceChildren(...lands(state), ...state.pawns.map(pawn), ...state.whirlpools.map(whirl), ...this.#choices(table));
    this.people.replaceChildren(...state.people.map((each) => this.#person(each, table)));
  }

  #turn({ turn, people, end }) {
    const who = people.find((each) => each.seat === turn.seat);
    const title = end ? end.text : [who?.label, turn.label].filter(Boolean).join(' · ');
    const left = !end && turn.step === 'moves' ? el('strong', { class: 'units' }, String(turn.units)) : '';
    this.turn.replaceChildren(el('h2', {}, title), left);
  }

  /** What can be tapped: own pawns to be taken up, cells where the one taken up may go. */
  #choices({ plays, state }) {
    const found = [];
    for (const each of playAt(plays, ['go'])?.then ?? []) {
      for (const row of each.then) found.push(this.#choice(Number(each.word), Number(row.word), row, 'goal'));
    }
    for (const play of playAt(plays, ['pick'])?.then ?? []) {
      const square = state.squares.find((each) => each.pawns.some((one) => one.thing === play.word));
      const at = square ? homeAt(square, square.pawns.findIndex((one) => one.thing === play.word)) : place(play.word);
      found.push(this.#choice(at.column, at.row, play, 'own'));
    }
    return found;
  }

  #choice(column, row, play, look) {
    const spot = svg('circle', { class: look, cx: middle(column), cy: middle(row), r: look === 'goal' ? 5 : 9 }, svg('title', {}, play.label));
    const target = svg('rect', { class: 'touch', x: (column - 1) * CELL, y: (row - 1) * CELL, width: CELL, height: CELL });
    target.addEventListener('click', () => this.dock()?.say(play.do, play.seats[0]));
    return svg('g', {}, spot, target);
  }

  #person(person, table) {
    const who = table.people.find((each) => each.seat === person.seat)?.name ?? '';
    const cards = this.words('page.cards', { count: person.count });
    const badges = person.badges.map((each) => `${each.label} ${each.count}`);
    const told = [person.label, `${person.islands} ⚑`, ...(person.count ? [cards] : []), ...badges].join(' · ');
    return el('li', { class: person.out ? 'out' : '' }, el('span', { class: `fleet ${person.colour}`, 'aria-hidden': 'true' }), el('strong', {}, who), el('span', { class: 'quiet' }, told));
  }
}

const middle = (place) => (place - 0.5) * CELL;
const place = (word) => {
  const [column, row] = word.split('-').map(Number);
  return { column, row };
};
/** Where the pawns of a kind, counted from 0, stand in a colour square. */
const homeAt = ({ cells }, at) => cells[Math.min(at, cells.length - 1)];

function lands(state) {
  const tile = (cell, look) => svg('rect', { class: look, x: (cell.column - 1) * CELL, y: (cell.row - 1) * CELL, width: CELL, height: CELL });
  const special = state.cells.flatMap((cell) => [tile(cell, 'special'), text(cell, MARKS[cell.kind])]);
  const islands = state.islands.flatMap((each) => [
    ...each.cells.map((cell) => tile(cell, 'land')),
    svg('circle', { class: 'dot', cx: middle(each.dot.column), cy: middle(each.dot.row), r: 4 }),
    flag(each),
  ]);
  const squares = state.squares.flatMap((each) => [...each.cells.map((cell) => tile(cell, `square fleet ${each.colour}`)), ...crew(each)]);
  return [...special, ...islands, ...squares];
}

function flag({ cells, colour, label, colour_label }) {
  const at = cells[Math.floor(cells.length / 2)];
  const cloth = svg('path', { class: `fleet ${colour}`, d: 'M-1-12h13l-3 4 3 4H-1z' });
  const pole = svg('path', { class: 'pole', d: 'M-2-13h2V8h-2z' });
  return svg('g', { transform: `translate(${middle(at.column)} ${middle(at.row)})` }, svg('title', {}, `${label}: ${colour_label}`), pole, cloth);
}

function crew(square) {
  return square.pawns.flatMap((each, at) => {
    if (!each.count) return [];
    const cell = homeAt(square, at);
    const mark = svg('g', { class: 'crew', transform: `translate(${middle(cell.column)} ${middle(cell.row)}) scale(0.8)` }, svg('path', { d: HULLS[each.kind] }));
    return [mark, svg('text', { class: 'count', x: middle(cell.column) + 6, y: middle(cell.row) + 9 }, String(each.count))];
  });
}

function pawn(each) {
  const look = `fleet ship ${each.colour} ${each.taken ? 'taken' : ''}`;
  return svg('g', { class: look, transform: `translate(${middle(each.column)} ${middle(each.row)})` }, svg('title', {}, each.label), svg('path', { d: HULLS[each.kind] }));
}

function whirl({ column, row }) {
  return svg('path', { class: 'whirl', transform: `translate(${middle(column)} ${middle(row)})`, d: 'M0 0a2 2 0 0 1 3 2 5 5 0 0 1-8-1 7 7 0 0 1 11-5 8 8 0 0 1 1 10' });
}

const text = ({ column, row }, mark) => svg('text', { class: 'mark', x: middle(column), y: middle(row) + 5 }, mark);
