/** @file A board of squares side by side, as it is drawn where no game dresses it. */

import { svg } from '../core/dom.js';
import { lettering } from '../drawing/lettering.js';
import { pieceOf } from '../drawing/pawn.js';
import { signIn } from '../signs/signs.js';
import { boxOf, CELL, corner, linesOf, outline, Squares } from './squares.js';

/** Draws any board whose layout is `grid`. */
export class Grid extends Squares {
  static names = { ...Squares.names, drawing: 'map grid' };

  layersOf({ columns, rows }, cells, pieces) {
    const [wide, high] = [columns * CELL, rows * CELL];
    const ground = svg('g', { 'aria-hidden': 'true' }, svg('path', { class: 'ground', d: `M0 0h${wide}v${high}h-${wide}z` }), svg('path', { class: 'lines', d: linesOf(columns, rows) }));
    return [ground, ...cells, pieces];
  }

  drawCell({ covers, place, label, sign = '' }) {
    if (!covers) return svg('g', { transform: corner(place) }, svg('rect', { class: 'face', width: CELL, height: CELL }), ...signIn(sign, 4, 4, 16));
    const { left, top, width, height } = boxOf(covers);
    const name = lettering(label, { x: left + width / 2, size: 9, width: Math.max(width - 4, CELL) }, (count) => ({ y: top + height / 2 + 3 - (count - 1) * 5, step: 10 }));
    return svg('g', {}, svg('path', { class: 'face', d: outline(covers) }), ...signIn(sign, left + width - 18, top + 2, 16), name);
  }

  drawPiece(piece) {
    return pieceOf(piece);
  }

  spotOf({ covers, place }, at, of) {
    const { left, top, width, height } = boxOf(covers ?? [place]);
    const step = of > 1 ? Math.min(16, (width - 16) / (of - 1)) : 0;
    return { x: left + width / 2 - 8 + (at - (of - 1) / 2) * step, y: top + height - 23 };
  }

  /** Plain squares say nothing until they can be chosen, or something stands there. */
  saidOf(cell, pieces) {
    const said = super.saidOf(cell, pieces);
    return cell.label ? said : said.length > 1 ? [this.nameOf(cell), ...said.slice(1)] : [];
  }
}
