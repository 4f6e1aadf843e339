/** @file Squares side by side; a cell may cover several of them, and plain ones aren't listed. */

import { fill } from '../core/dom.js';
import { NearBoard } from './near.js';

/** The side of a square in the drawing, and what surrounds the board. */
export const CELL = 24;
const RIM = 8;

/** Places the cells of any board whose layout is `grid`; a class below this one draws them. */
export class Squares extends NearBoard {
  static pitch = CELL;

  frameOf({ columns, rows }) {
    return { x: -RIM, y: -RIM, width: columns * CELL + 2 * RIM, height: rows * CELL + 2 * RIM };
  }

  /** Plain squares row by row, with those that are listed in their places, then the cells of several squares. */
  cellsOf({ cells, columns, rows, plain }) {
    const larger = cells.filter((cell) => cell.covers);
    const covered = new Set(larger.flatMap((cell) => cell.covers.map(tokenOf)));
    const listed = new Map(cells.filter((cell) => !cell.covers).map((cell) => [tokenOf(cell.place), cell]));
    const squares = Array.from({ length: rows * columns }, (_, at) => [(at % columns) + 1, Math.floor(at / columns) + 1]);
    const open = squares.filter((place) => !covered.has(tokenOf(place))).flatMap((place) => listed.get(tokenOf(place)) ?? (plain ? [{ id: tokenOf(place), label: '', place }] : []));
    return [...open, ...larger];
  }

  nameOf({ label, place: [column, row] }) {
    return label || fill(this.board.plain ?? '', { column, row, letters: lettersOf(column) });
  }
}

/** What stands over a column at the rim: A to Z, then AA, AB and so on. */
export const lettersOf = (column) => `${column > 26 ? lettersOf(Math.floor((column - 1) / 26)) : ''}${String.fromCharCode(65 + ((column - 1) % 26))}`;

/** What a plain square is called. */
export const tokenOf = ([column, row]) => `${column}-${row}`;

/** Its upper left corner, as an attribute says it. */
export const corner = ([column, row]) => `translate(${(column - 1) * CELL} ${(row - 1) * CELL})`;

/** Its upper left corner. */
export const cornerAt = ([column, row]) => ({ x: (column - 1) * CELL, y: (row - 1) * CELL });

/** The path around each of them. */
export const outline = (places) => places.map(([column, row]) => `M${(column - 1) * CELL} ${(row - 1) * CELL}h${CELL}v${CELL}h-${CELL}z`).join('');

/** The path of all lines between squares. */
export function linesOf(columns, rows) {
  const upTo = (count, line) => Array.from({ length: count - 1 }, (_, at) => line((at + 1) * CELL)).join('');
  return upTo(columns, (x) => `M${x} 0v${rows * CELL}`) + upTo(rows, (y) => `M0 ${y}h${columns * CELL}`);
}

/** The box around all of them. */
export function boxOf(places) {
  const [left, top] = [0, 1].map((axis) => (Math.min(...places.map((place) => place[axis])) - 1) * CELL);
  const [right, bottom] = [0, 1].map((axis) => Math.max(...places.map((place) => place[axis])) * CELL);
  return { left, top, width: right - left, height: bottom - top };
}
