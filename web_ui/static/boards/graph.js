/** @file A board of cells anywhere in the drawing, joined by smooth ways. */

import { svg } from '../core/dom.js';
import { lettering } from '../drawing/lettering.js';
import { NearBoard } from './near.js';
import { pieceOf } from '../drawing/pawn.js';
import { signIn } from '../signs/signs.js';
import { smooth, waysOf } from './smooth.js';

/** Half the width of a cell, and what surrounds the outermost ones. */
const HALF = 30;
const SHAPES = {
  circle: () => svg('circle', { class: 'face', r: HALF }),
  box: () => svg('rect', { class: 'face', x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, rx: 6 }),
  diamond: () => svg('path', { class: 'face', d: `M0-${HALF + 4}L${HALF + 4} 0 0 ${HALF + 4}-${HALF + 4} 0z` }),
};

/** Draws any board whose layout is `graph`. */
export class Graph extends NearBoard {
  static pitch = 2 * HALF;
  static names = { ...NearBoard.names, drawing: 'map graph' };

  frameOf({ width, height }) {
    return { x: 0, y: 0, width, height };
  }

  layersOf(board, drawn, pieces) {
    return [svg('g', { 'aria-hidden': 'true' }, ...this.drawWays(board)), ...drawn, pieces];
  }

  /** The ways, smoothed from one fork to the next. */
  drawWays({ cells }) {
    const places = new Map(cells.map((cell) => [cell.id, cell.place]));
    return waysOf(cells).map((way) => svg('path', { class: 'way', d: smooth(way.map((id) => places.get(id))) }));
  }

  drawCell({ place: [x, y], shape, label, sign = '' }) {
    const name = lettering(label, { x: 0, size: 11, width: 2 * HALF - 10 }, (count) => ({ y: -9 - (count - 1) * 6, step: 11 }));
    return svg('g', { transform: `translate(${x} ${y})` }, (SHAPES[shape] ?? SHAPES.circle)(), name, ...signIn(sign, -26, 4, 16));
  }

  drawPiece(piece) {
    return pieceOf(piece);
  }

  spotOf({ place: [x, y], sign }, at, of) {
    const room = sign ? 36 : 56;
    const step = of > 1 ? Math.min(24, room / (of - 1)) : 0;
    return { x: x + (sign ? 8 : 0) - 8 + (at - (of - 1) / 2) * step, y: y + 4 };
  }
}
