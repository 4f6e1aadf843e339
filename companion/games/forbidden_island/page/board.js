/** @file The island on its tiles: treasures in the corners, and a pawn for each adventurer. */

import { fill, svg } from '../../core/dom.js';
import '../../drawing/signs-tiles.js';
import { CELL, cornerOf } from '../../drawing/tile.js';
import { Tiles } from '../../drawing/tiles.js';

/** A treasure in a corner takes so much of the drawing. */
const CORNER = { wide: 120, high: 60 };
const NOBODY = { can: () => false, open: () => '' };

/** Draws the island of any layout; one for each page. */
export class IslandBoard extends Tiles {
  static names = { drawing: 'tiles referee', pieces: 'pawns' };

  /** @param {any} state of kind `island` @param {{seat: number, name: string}[]} people */
  show(state, people) {
    this.state = state;
    super.show(state.boards[0], people);
    state.groups[0].tokens.forEach((treasure, at) => this.#corner(at, treasure));
  }

  focus() {
    return super.focus();
  }

  frameOf({ cells, columns, rows }) {
    const [wide, high] = [columns * CELL, rows * CELL];
    this.aside = hasFreeCorners(cells, { columns, rows }) ? 0 : CORNER.high;
    return { x: 0, y: -this.aside, width: wide, height: high + 2 * this.aside };
  }

  layersOf(board, tiles, pawns) {
    const { width, height } = this.frameOf(board);
    this.corners = this.state.groups[0].tokens.map((treasure, at) => cornerOf(treasure, at % 2 ? width : 0, at > 1 ? height : 0));
    return [...super.layersOf(board, tiles, svg('g', { transform: `translate(0 ${-this.aside})` }, ...this.corners.map((each) => each.element))), pawns];
  }

  /** Its treasure and how it is are said in one breath with its name; then who stands on it. */
  saidOf({ label, notes }, pieces) {
    const names = pieces.map(({ owner }) => this.people.find((each) => each.seat === owner)?.name ?? String(owner + 1));
    const how = [label, ...notes.slice(0, -1), notes.at(-1).toLowerCase()].join(', ');
    return [how, ...(names.length ? [fill(this.state.words.here, { names: names.join(', ') })] : [])];
  }

  pieceKind({ look }) {
    return `pawn ${look}`;
  }

  lose(gone) {
    for (const { element } of gone) element.remove();
  }

  #corner(at, treasure) {
    const { element, show } = this.corners[at];
    show({ ...treasure, look: treasure.captured ? 'lit' : '' }, treasure.note, NOBODY);
    element.classList.toggle('threatened', !treasure.captured && treasure.standing < 2);
  }
}

/** Whether all four corners have room for a treasure: two cells side by side. */
function hasFreeCorners(cells, { rows, columns }) {
  const [across, down] = [CORNER.wide / CELL, CORNER.high / CELL];
  const near = ({ place: [column, row] }) => (row <= down || row > rows - down) && (column <= across || column > columns - across);
  return columns >= 2 * across + 1 && !cells.some(near);
}
