/** @file A board of tiles on places apart from each other: one that becomes a hole tips into the water. */

import { svg } from '../core/dom.js';
import { BoardView } from './board.js';
import { pawnOf } from '../drawing/pawn.js';
import { CELL, KINDS, seaOf, tileOf } from '../drawing/tile.js';

/** Draws any board whose layout is `tiles`. */
export class Tiles extends BoardView {
  static names = { drawing: 'tiles', pieces: 'pieces' };

  constructor(...all) {
    super(...all);
    /** @type {Map<string, string>} how each tile looked */
    this.looks = new Map();
  }

  show(board, people) {
    super.show(board, people);
    for (const { id, look = '' } of board.cells.filter((cell) => cell.id)) {
      const before = this.looks.get(id);
      if (before !== undefined && before !== 'hole' && look === 'hole') this.#sink(this.places.get(id).element, KINDS[before] ?? before);
      this.looks.set(id, look);
    }
  }

  /** How names are written on tiles. */
  get type() {
    return { size: 11, width: 51 };
  }

  frameOf({ columns, rows }) {
    return { x: 0, y: 0, width: columns * CELL, height: rows * CELL };
  }

  /** Depths around all places, and those where no tile lies yet. */
  layersOf({ cells }, tiles, pieces) {
    this.looks.clear();
    const empty = cells.filter((cell) => !cell.id).map(({ place: [column, row] }) => svg('rect', { class: 'unlaid', x: (column - 1) * CELL + 2, y: (row - 1) * CELL + 2, width: 56, height: 56, rx: 6 }));
    return [...seaOf(cells.map(({ place: [column, row] }) => ({ x: column - 1, y: row - 1 }))), svg('g', { 'aria-hidden': 'true' }, ...empty), ...tiles, pieces];
  }

  drawCell({ id, label, sign = '', place: [column, row] }) {
    return tileOf({ name: id, label, state: '', look: '', sign }, { x: column - 1, y: row - 1 }, this.type).element;
  }

  /** What the tile was tips into the water. */
  async #sink(tile, kind) {
    (await import('./departure.js')).sink(tile, kind);
  }

  kindOf({ look = '' }) {
    return `tile ${KINDS[look] ?? look}`.trimEnd();
  }

  drawPiece() {
    return pawnOf();
  }

  spotOf({ place: [column, row] }, at, of) {
    const step = of > 2 ? 37 / (of - 1) : 16;
    return { x: (column - 1) * CELL + 5 + at * step, y: (row - 1) * CELL + 34 };
  }
}
