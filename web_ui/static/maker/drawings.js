/** @file The drawings on the tiles of the maker, by section. */

import { svg } from '../core/dom.js';

const path = (kind, d) => svg('path', { class: kind, d });
const dot = (cx, cy, r = 2.6) => svg('circle', { class: 'ink', cx, cy, r });
const line = (d) => path('line', d);

/** What each drawing has, on a square of 48. */
const DRAWN = {
  dice: () => [
    path('back', 'M20 5h15a5 5 0 0 1 5 5v15a5 5 0 0 1-5 5H20a5 5 0 0 1-5-5V10a5 5 0 0 1 5-5z'),
    path('lit', 'M11 18h17a5 5 0 0 1 5 5v17a5 5 0 0 1-5 5H11a5 5 0 0 1-5-5V23a5 5 0 0 1 5-5z'),
    dot(13, 25), dot(26, 38), dot(19.5, 31.5), dot(13, 38), dot(26, 25), dot(33, 12, 2.2),
  ],
  wheel: () => [
    svg('circle', { class: 'lit', cx: 24, cy: 26, r: 18 }),
    path('brass', 'M24 26V8a18 18 0 0 1 15.6 9zM24 26l15.6 9A18 18 0 0 1 24 44zM24 26L8.4 35a18 18 0 0 1 0-18z'),
    svg('circle', { class: 'ink', cx: 24, cy: 26, r: 4 }),
    path('coral', 'M19.5 3h9L24 13z'),
  ],
  cards: () => [
    svg('rect', { class: 'back', x: 7, y: 9, width: 21, height: 30, rx: 3, transform: 'rotate(-12 17 24)' }),
    svg('rect', { class: 'lit', x: 18, y: 9, width: 22, height: 31, rx: 3, transform: 'rotate(8 29 24)' }),
    path('coral', 'M30 17c3-4 8-1 7 3-.6 2.6-4.6 5-7.4 8.6C28 24.5 25 22 25 19.3c0-4 4.3-5.3 5-2.300z'),
  ],
  counters: () => [
    svg('rect', { class: 'well', x: 4, y: 13, width: 40, height: 22, rx: 11 }),
    svg('circle', { class: 'lit', cx: 15, cy: 24, r: 8 }),
    svg('circle', { class: 'lit', cx: 33, cy: 24, r: 8 }),
    line('M11.5 24h7M29.5 24h7M33 20.5v7'),
  ],
  score: () => [
    path('brass', 'M13 8H6c0 9 3 13 9 14M35 8h7c0 9-3 13-9 14'),
    path('lit', 'M12 5h24c0 14-2 24-12 24S12 19 12 5z'),
    path('lit', 'M22 28h4v8h-4zM14 36h20v6H14z'),
    path('coral', 'M24 10l1.9 3.8 4.2.6-3 3 .7 4.2-3.8-2-3.8 2 .7-4.2-3-3 4.2-.6z'),
  ],
  turn: () => [
    svg('circle', { class: 'lit', cx: 24, cy: 9, r: 6 }),
    svg('circle', { class: 'back', cx: 9, cy: 36, r: 6 }),
    svg('circle', { class: 'back', cx: 39, cy: 36, r: 6 }),
    path('arrow', 'M31 12c5 3 8 8 8 14M33 41c-5 4-13 4-18 0M9 26c0-6 3-11 8-14'),
    path('tip', 'M39 30l-5-6h10zM11 38l8-.5-4 7z'),
  ],
  clock: () => [
    path('glass', 'M13 8c0 11 8 12 8 16s-8 5-8 16h22c0-11-8-12-8-16s8-5 8-16z'),
    path('brass', 'M16 13c2 6 6 6 8 10 2-4 6-4 8-10-5 2-11 2-16 0zM15 40c1-6 5-8 9-8s8 2 9 8z'),
    svg('rect', { class: 'lit', x: 9, y: 4, width: 30, height: 5, rx: 2 }),
    svg('rect', { class: 'lit', x: 9, y: 39, width: 30, height: 5, rx: 2 }),
  ],
  more: () => [dot(10, 24, 4.5), dot(24, 24, 4.5), dot(38, 24, 4.5)],
};

/** @param {string} section @returns {SVGElement} */
export function drawingOf(section) {
  const drawn = DRAWN[section] ?? DRAWN.more;
  return svg('svg', { 'class': `tile-drawing ${DRAWN[section] ? section : 'more'}`, 'viewBox': '0 0 48 48', 'aria-hidden': 'true' }, ...drawn());
}
