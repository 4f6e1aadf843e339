/** @file A game's first board in small, as a scene shows it: laid place by place, then what stands on it. */

import { svg } from '../core/dom.js';
import { drawn, isDrawn } from '../drawing/drawings.js';
import { initialsOf } from '../people/people.js';

/** So long it takes until the last place lies, however many there are. */
const LAID_MS = 1400;
const SIDE = 10;
const GAP = 11;
/** How far land and surf reach beyond a map of ways. */
const SHORE = 90;

/** What is drawn of each layout: the box it stands in, what lies below all places, each place, how large a piece is, and where a cell's middle is. */
const LAYOUTS = { tiles: tilesOf, grid: gridOf, graph: graphOf };

/**
 * @param {import('../core/types.js').Table} table
 * @param {string[]} marked the cells that are spoken of
 * @param {string} sign what lies on them, where there is a drawing of it
 * @returns {SVGElement[]} none where there is no board
 */
export function smallBoardOf({ state, people = [] }, marked, sign = '') {
  const board = state?.boards?.[0];
  if (!board || !LAYOUTS[board.layout]) return [];
  const { box, look = '', below = [], places, size, at } = LAYOUTS[board.layout](board, marked);
  places.forEach((each, number) => {
    each.style.animationDelay = `${Math.round((number * LAID_MS) / places.length)}ms`;
  });
  const standing = size ? [...piecesOf(board, people, size, at), ...marksOf(board, marked, sign, size, at)] : [];
  for (const each of standing) each.style.animationDelay = `${LAID_MS}ms`;
  return [svg('svg', { class: `small-board ${board.layout} ${look}`.trimEnd(), viewBox: box.join(' ') }, ...below, ...places, ...standing)];
}

function tilesOf({ cells, columns, rows }, marked) {
  const places = cells.filter(({ id }) => id).map(({ id, look = '', place: [column, row] }) => {
    const mark = marked.includes(id) ? [svg('circle', { cx: SIDE - 2, cy: 2, r: 2.5 })] : [];
    return svg('g', { class: `${look}${mark.length ? ' marked' : ''}`, transform: `translate(${(column - 1) * GAP} ${(row - 1) * GAP})` }, svg('rect', { width: SIDE, height: SIDE, rx: 1 }), ...mark);
  });
  return { box: [-1, -1, columns * GAP + 1, rows * GAP + 1], places };
}

function gridOf({ cells, columns, rows }) {
  const square = ([column, row]) => svg('rect', { x: (column - 1) * SIDE, y: (row - 1) * SIDE, width: SIDE, height: SIDE });
  const all = cells.filter(({ id, place, covers }) => id && (place || covers));
  const places = all.map(({ look = '', place, covers }) => svg('g', { class: covers ? `land ${look}` : look }, ...(covers ?? [place]).map(square)));
  const middles = new Map(all.map(({ id, place, covers }) => [id, middleOf(covers ?? [place])]));
  const ground = svg('rect', { class: 'ground', width: columns * SIDE, height: rows * SIDE });
  const look = all.some(({ covers }) => covers) ? 'sea' : ''; // land that covers several squares lies in water
  return { box: [-1, -1, columns * SIDE + 2, rows * SIDE + 2], look, below: [ground], places, size: SIDE * 0.42, at: (id) => middles.get(id) };
}

function middleOf(squares) {
  const sum = (axis) => squares.reduce((all, square) => all + square[axis], 0) / squares.length;
  return [(sum(0) - 0.5) * SIDE, (sum(1) - 0.5) * SIDE];
}

function graphOf({ cells, width, height }) {
  const at = new Map(cells.map(({ id, place }) => [id, place]));
  const ways = cells.flatMap(({ place, to = [] }) => to.filter((id) => at.has(id)).map((id) => `M${place}L${at.get(id)}`)).join('');
  const below = ['shore', 'ground', 'way'].map((kind) => svg('path', { class: kind, d: ways }));
  const places = cells.map(({ look = '', place: [cx, cy] }) => svg('g', { class: look }, svg('circle', { class: 'spot', cx, cy, r: 20 })));
  return { box: [-SHORE, -SHORE, width + 2 * SHORE, height + 2 * SHORE], below, places, size: 56, at: (id) => at.get(id) };
}

/** Those of one cell stand side by side. */
function piecesOf({ pieces = [] }, people, size, at) {
  const letters = initialsOf(people);
  return pieces.flatMap(({ cell, look = '', owner }) => {
    const middle = at(cell);
    if (!middle || (owner === undefined && !look)) return [];
    const here = pieces.filter((each) => each.cell === cell && each.owner !== undefined);
    const shift = owner === undefined ? 0 : (here.findIndex((each) => each.owner === owner) - (here.length - 1) / 2) * size * 1.5;
    const letter = owner === undefined ? [] : [svg('text', { 'y': size * 0.36, 'font-size': size * 1.05 }, letters[owner] ?? String(owner + 1))];
    return [svg('g', { class: `stands ${owner === undefined ? 'thing' : look.split(' ')[0]}`, transform: `translate(${middle[0] + shift} ${middle[1]})` }, owner === undefined ? svg('rect', { x: -size, y: -size, width: 2 * size, height: 2 * size }) : svg('circle', { r: size }), ...letter)];
  });
}

function marksOf(board, marked, sign, size, at) {
  if (!isDrawn(sign)) return [];
  return marked.map(at).filter(Boolean).map(([x, y]) => svg('g', { class: 'stands marked' }, drawn(sign, size * 4, size * 4, x - size * 2, y - size * 2.4)));
}
