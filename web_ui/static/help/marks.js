/** @file Marks on boards for a while: what is to be watched, and places that are spoken of. */

import { svg } from '../core/dom.js';

const WAVE = 'M2 18c4 0 5-11 11-11 4 0 5.5 3 4.5 5.5-1.5-2-5-1.5-5 1.5s3 4 9.5 4zM3 21h18';
/** A mark is so wide, as a part of a cell, and so many units at least. */
const PART = 0.34;

/** The cells that *ids* call: pieces stand for where they stand. */
function placesOf(ids, { boards = [] }) {
  const pieces = new Map(boards.flatMap((board) => board.pieces ?? []).map((piece) => [piece.id, piece.cell]));
  return [...new Set(ids.map((id) => pieces.get(id) ?? id))];
}

const elementsOf = (ids) => ids.flatMap((id) => [...document.querySelectorAll(`#board [data-token="${CSS.escape(id)}"]`)]).filter((each) => each instanceof SVGGraphicsElement);

/** Mark what is to be watched on the boards of the page. */
export function markWatched(state) {
  unmark();
  const ids = (state.boards ?? []).flatMap((board) => [...board.cells, ...(board.pieces ?? [])]).filter((each) => each.watch).map((each) => each.id);
  for (const element of elementsOf(placesOf(ids, state))) {
    const { x, y, width, height } = element.getBBox();
    const side = Math.min(width, height) * PART;
    const mark = svg('g', { 'class': 'watch-mark', 'transform': `translate(${x} ${y}) scale(${side / 24})`, 'aria-hidden': 'true' }, svg('circle', { cx: 12, cy: 12, r: 14 }), svg('path', { d: WAVE, transform: 'translate(2.5 2.5) scale(0.8)' }));
    element.append(mark);
  }
}

/** Ring the places of *ids* until the next tap or key. */
export function light(ids, state) {
  unmark();
  const elements = elementsOf(placesOf(ids, state));
  for (const element of elements) {
    const { x, y, width, height } = element.getBBox();
    const box = { 'x': x + 1.5, 'y': y + 1.5, 'width': width - 3, 'height': height - 3, 'rx': 6, 'aria-hidden': 'true' };
    element.append(svg('rect', { ...box, class: 'where-mark dark' }), svg('rect', { ...box, class: 'where-mark' }));
  }
  elements[0]?.scrollIntoView({ block: 'center', inline: 'center' });
  const over = new AbortController();
  const end = () => {
    over.abort();
    unmark();
  };
  for (const event of ['pointerdown', 'keydown']) addEventListener(event, end, { signal: over.signal });
}

/** Take all marks away. */
export function unmark() {
  for (const mark of document.querySelectorAll('.watch-mark, .where-mark')) mark.remove();
}
