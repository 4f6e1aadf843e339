/** @file The island as a drawing: tiles, treasures in the corners, pawns one layer above; made of the state alone. */

import { say, svg } from '../../core/dom.js';
import { initialsOf } from '../../widgets/people.js';
import { roving } from '../../drawing/roving.js';
import '../../drawing/signs-tiles.js';
import { CELL, cornerOf, seaOf, tileOf } from '../../drawing/tiles.js';

/** A treasure in a corner takes so much of the drawing. */
const CORNER = { wide: 120, high: 60 };
const PAWN = 'M8 0a5 5 0 0 1 3.4 8.6C14 10.5 16 15 16 21a1 1 0 0 1-1 1H1a1 1 0 0 1-1-1c0-6 2-10.5 4.6-12.4A5 5 0 0 1 8 0z';

/**
 * @typedef {{offers: (tile: string) => string, pick: (tile: string, from: Element) => void,
 *            refuse: (tile: string) => void, leave: () => void}} Reach what choosing a tile does, "" where it does nothing;
 *   what tapping another leads to; where the focus goes when no tile can be chosen any more
 */

/** For who only looks. @type {Reach} */
export const LOOKING = { offers: () => '', pick: () => {}, refuse: () => {}, leave: () => {} };

/** Draws the island of any layout; one for each page. */
export class IslandBoard {
  /** @param {Reach} reach */
  constructor(reach = LOOKING) {
    this.reach = reach;
    this.element = svg('svg', { class: 'island referee', role: 'group' });
    this.laid = '';
    /** @type {Map<string, {element: Element, show: Function}>} */
    this.tiles = new Map();
    this.corners = [];
    this.pawns = new Map();
    /** @type {Map<string, string>} */
    this.looks = new Map();
    this.rove = () => {};
    // Before the tile itself hears it: choosing it may change what is offered.
    const look = (event) => {
      const tile = event.target.closest('[data-token]')?.dataset.token;
      if (this.tiles.has(tile) && !this.reach.offers(tile)) this.reach.refuse(tile);
    };
    this.element.addEventListener('click', look, true);
  }

  /**
   * @param {any} state of kind `island`
   * @param {{seat: number, name: string}[]} people
   */
  show(state, people) {
    const laid = JSON.stringify([state.layout.name, state.cells.map((cell) => [cell.tile, cell.label])]);
    if (laid !== this.laid) this.#build(state);
    this.laid = laid;
    this.element.setAttribute('aria-label', state.words.tiles);
    const focused = this.element.contains(document.activeElement);
    for (const cell of state.cells) if (cell.tile) this.#tile(cell, state, people);
    state.treasures.forEach((treasure, at) => this.#corner(at, treasure));
    this.#pawns(state, people);
    this.rove();
    if (focused && !document.activeElement.hasAttribute('tabindex')) this.focus() || this.reach.leave();
  }

  /** Go to a tile that can be chosen. Returns whether there is one. */
  focus() {
    const stop = this.element.querySelector('[tabindex="0"]');
    stop?.focus();
    return Boolean(stop);
  }

  #build({ layout, cells, treasures }) {
    const [wide, high] = [layout.columns * CELL, layout.rows * CELL];
    const aside = hasFreeCorners(cells, layout) ? 0 : CORNER.high;
    this.looks.clear();
    this.tiles = new Map(cells.flatMap((cell) => (cell.tile ? [[cell.tile, tileOf(tokenOf(cell), { x: cell.column, y: cell.row })]] : [])));
    this.corners = treasures.map((treasure, at) => cornerOf(treasure, at % 2 ? wide : 0, at > 1 ? high + 2 * aside : 0));
    this.pawnLayer = svg('g', { class: 'pawns', 'aria-hidden': 'true' });
    this.pawns.clear();
    const empty = cells.filter((cell) => !cell.tile).map(({ row, column }) => svg('rect', { class: 'unlaid', x: column * CELL + 2, y: row * CELL + 2, width: 56, height: 56, rx: 6 }));
    this.element.setAttribute('viewBox', `0 ${-aside} ${wide} ${high + 2 * aside}`);
    this.element.replaceChildren(
      ...seaOf(cells.map(({ row, column }) => ({ x: column, y: row }))), svg('g', { 'aria-hidden': 'true' }, ...empty),
      ...[...this.tiles.values()].map((tile) => tile.element),
      svg('g', { transform: `translate(0 ${-aside})` }, ...this.corners.map((each) => each.element)), this.pawnLayer,
    );
    const picking = { can: (tile) => this.reach.offers(tile) !== '', pick: (tile, from) => this.reach.pick(tile, from), open: () => '' };
    this.picking = picking;
    this.rove = roving(this.element, [...this.tiles.values()].map((tile) => tile.element), picking);
  }

  #tile(cell, state, people) {
    const { element, show } = this.tiles.get(cell.tile);
    const offer = this.reach.offers(cell.tile);
    const before = this.looks.get(cell.tile);
    if (before && before !== 'sunk' && cell.state === 'sunk') sink(element);
    this.looks.set(cell.tile, cell.state);
    show(tokenOf(cell, state.states[cell.state].look), saidOf(cell, state, people, offer), this.picking);
    element.classList.toggle('can', offer !== '');
  }

  #corner(at, treasure) {
    const { element, show } = this.corners[at];
    const token = { ...treasure, look: treasure.captured ? 'lit' : '' };
    show(token, treasure.note, { can: () => false, open: () => '' });
    element.classList.toggle('threatened', !treasure.captured && treasure.standing < 2);
  }

  #pawns({ cells, pawns }, people) {
    const letters = initialsOf(people);
    for (const { seat, colour } of pawns) {
      const kept = this.pawns.get(seat);
      if (kept?.classList.contains(colour)) continue;
      kept?.remove();
      this.pawns.set(seat, svg('g', { class: `pawn ${colour}` }, svg('path', { d: PAWN }), svg('text', { x: 8, y: 19 })));
      this.pawnLayer.append(this.pawns.get(seat));
    }
    for (const cell of cells) {
      const here = pawns.filter((pawn) => pawn.tile === cell.tile);
      const step = here.length > 2 ? 37 / (here.length - 1) : 16;
      here.forEach(({ seat }, at) => {
        const pawn = this.pawns.get(seat);
        say(pawn.lastChild, letters[seat] ?? String(seat + 1));
        // By style, not by attribute: so that it glides.
        pawn.style.transform = `translate(${cell.column * CELL + 5 + at * step}px, ${cell.row * CELL + 34}px)`;
      });
    }
  }
}

const tokenOf = (cell, look = '') => ({ name: cell.tile, label: cell.label, state: cell.state, look, sign: cell.sign ?? '' });

/** What is said of a tile after its name: its treasure, how it is, who stands on it, and what choosing it does. */
function saidOf(cell, { treasures, words, states }, people, offer) {
  const treasure = treasures.find((each) => each.name === cell.treasure);
  const here = (cell.pawns ?? []).map((seat) => people.find((each) => each.seat === seat)?.name ?? String(seat + 1));
  const parts = [[...(treasure ? [treasure.label] : []), states[cell.state].label.toLowerCase()].join(', ')];
  if (here.length) parts.push(words.here.replace('{names}', here.join(', ')));
  return [...parts, ...(offer ? [offer] : [])].join('. ');
}

/** Whether all four corners have room for a treasure: two cells side by side. */
function hasFreeCorners(cells, { rows, columns }) {
  const [across, down] = [CORNER.wide / CELL, CORNER.high / CELL];
  const near = ({ row, column }) => (row < down || row >= rows - down) && (column < across || column >= columns - across);
  return columns >= 2 * across + 1 && !cells.some(near);
}

/** What the tile was tips into the water, above the hole that it leaves. */
function sink(tile) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const ghost = svg('g', { class: `tile ghost ${tile.classList.contains('flooded') ? 'flooded' : 'dry'}`, transform: tile.getAttribute('transform'), 'aria-hidden': 'true' });
  const sinking = svg('g', { class: 'sinking' }, ...[...tile.childNodes].map((each) => each.cloneNode(true)));
  ghost.append(sinking);
  sinking.addEventListener('animationend', () => ghost.remove());
  tile.after(ghost);
}
