/** @file The drawings of the battle: units, blocks, the pad and a blast, each kept once in the page and used by its name. */

import { svg } from '../../core/dom.js';
import { drawnFrom, storeOf } from '../../drawing/engravings.js';

/** What all units stand on; its point says which way they face. */
const BASE = [
  ['body', 'M24 1.5L44 13v30a3.5 3.5 0 0 1-3.5 3.5h-33A3.5 3.5 0 0 1 4 43V13z'],
  ['gleam', 'M6 42V14.5L23 4.5 9 16v26z'],
  ['shade', 'M42 14.5V43a2 2 0 0 1-2 2H9l30-3V16z'],
];
/** A block without what lies on its upper side. */
const CRATE = [
  ['body', 'M8 4h32a4 4 0 0 1 4 4v32a4 4 0 0 1 -4 4h-32a4 4 0 0 1 -4 -4v-32a4 4 0 0 1 4 -4z'],
  ['gleam', 'M6 41V8a2 2 0 0 1 2-2h33l-5 5H11v25z'],
  ['shade', 'M42 7v33a2 2 0 0 1-2 2H7l5-5h25V12z'],
];
/** By name: strokes, each its tone, its path, and its width where that isn't the usual one. */
const DRAWINGS = {
  soldier: [
    ...BASE,
    ['light', 'M11 44c0-6 5-9 13-9s13 3 13 9z'],
    ['light', 'M17 28c0 6 3 10 7 10s7-4 7-10z'],
    ['spot', 'M19.7 31.5a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0z'],
    ['spot', 'M25.7 31.5a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0z'],
    ['body', 'M13 27c0-8 4-13 11-13s11 5 11 13l2 2H11z'],
    ['gleam', 'M15 26c0-5 2-9 6-10-2 3-3 6-3 10z'],
    ['line', 'M13 26.5h22'],
    ['line', 'M38.5 43V20', 5],
    ['glint', 'M38.5 43V20', 2],
  ],
  jeep: [
    ...BASE,
    ['dark', 'M10 17h5v8h-5zM33 17h5v8h-5zM10 34h5v8h-5zM33 34h5v8h-5z'],
    ['light', 'M14 15c0-2 2-4 5-4h10c3 0 5 2 5 4v26a2 2 0 0 1-2 2H16a2 2 0 0 1-2-2z'],
    ['shade', 'M30 12c2 0 4 1 4 3v26a2 2 0 0 1-2 2h-3z'],
    ['body', 'M16 23h16l-2 4H18z'],
    ['dark', 'M17 31h5.5v6H17zM25.5 31H31v6h-5.5z'],
    ['line', 'M19 14v6M24 14v6M29 14v6M18 40h12', 1.5],
  ],
  tank: [
    ...BASE,
    ['dark', 'M9 18h8v25H9zM31 18h8v25h-8z'],
    ['glint', 'M11 22h4M11 26h4M11 30h4M11 34h4M11 38h4M33 22h4M33 26h4M33 30h4M33 34h4M33 38h4', 1.5],
    ['light', 'M16 19l3-2h10l3 2v22l-2 2H18l-2-2z'],
    ['shade', 'M28 18l3 1v21l-2 2h-4z'],
    ['body', 'M24 23c5 0 8 3 8 8s-3 8-8 8-8-3-8-8 3-8 8-8z'],
    ['gleam', 'M18 30c0-3 2-5 5-5-2 2-2 3-2 5z'],
    ['light', 'M22 8h4v20h-4z'],
    ['body', 'M21 5h6v5h-6z'],
  ],
  block: [
    ...CRATE,
    ['light', 'M13 11h22a2 2 0 0 1 2 2v22a2 2 0 0 1 -2 2h-22a2 2 0 0 1 -2 -2v-22a2 2 0 0 1 2 -2z'],
    ['shade', 'M37 13v22a2 2 0 0 1-2 2H13c14-1 23-9 24-24z'],
    ['line', 'M5.5 5.5l6 6M42.5 5.5l-6 6M5.5 42.5l6-6M42.5 42.5l-6-6'],
    ['line', 'M19.5 20.5c0-6 9-6 9 0 0 4-4.5 3.5-4.5 7M24 32v.01', 3.5],
  ],
  live: [
    ...CRATE,
    ['dark', 'M13 11h22a2 2 0 0 1 2 2v22a2 2 0 0 1 -2 2h-22a2 2 0 0 1 -2 -2v-22a2 2 0 0 1 2 -2z'],
    ['line', 'M5.5 5.5l6 6M42.5 5.5l-6 6M5.5 42.5l6-6M42.5 42.5l-6-6'],
    ['gleam', 'M24 11L26.2 17.3L31.6 13.5L29.7 19.9L36.4 20L31 24L36.4 28L29.7 28.1L31.6 34.5L26.2 30.7L24 37L21.8 30.7L16.4 34.5L18.3 28.1L11.6 28L17 24L11.6 20L18.3 19.9L16.4 13.5L21.8 17.3z'],
    ['plain', 'M24 17.5L25.5 20.5L28.6 19.4L27.5 22.5L30.5 24L27.5 25.5L28.6 28.6L25.5 27.5L24 30.5L22.5 27.5L19.4 28.6L20.5 25.5L17.5 24L20.5 22.5L19.4 19.4L22.5 20.5z'],
  ],
  safe: [
    ...CRATE,
    ['plain', 'M13 11h22a2 2 0 0 1 2 2v22a2 2 0 0 1 -2 2h-22a2 2 0 0 1 -2 -2v-22a2 2 0 0 1 2 -2z'],
    ['line', 'M13 11h22a2 2 0 0 1 2 2v22a2 2 0 0 1 -2 2h-22a2 2 0 0 1 -2 -2v-22a2 2 0 0 1 2 -2z'],
    ['line', 'M5.5 5.5l6 6M42.5 5.5l-6 6M5.5 42.5l6-6M42.5 42.5l-6-6'],
    ['glint', 'M15.5 24h17', 1.5],
    ['spot', 'M13.1 14.5a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0 -2.8 0z'],
    ['spot', 'M32.1 14.5a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0 -2.8 0z'],
    ['spot', 'M13.1 33.5a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0 -2.8 0z'],
    ['spot', 'M32.1 33.5a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0 -2.8 0z'],
  ],
  pad: [
    ['body', 'M6 2h228a4 4 0 0 1 4 4v26c0 8-8 14-16 14H18C10 46 2 40 2 32V6a4 4 0 0 1 4-4z'],
    ['gleam', 'M4 31V6a2 2 0 0 1 2-2h222l-8 4H11v24c0 4 3 8 7 11-8-1-14-6-14-12z'],
    ['shade', 'M236 8v24c0 7-7 12-14 12H24l4-3h190c8 0 13-4 13-11V8z'],
    ['line', 'M50 6v36M96 6v36M144 6v36M190 6v36'],
    ['glint', 'M19 25h18M66 25h16M158 25h16M203 25h18', 1.5],
    ['light', 'M113 42l2-9V21c0-8 4-12 5-15 1 3 5 7 5 15v12l2 9z'],
    ['dark', 'M115 21c0-8 4-12 5-15 1 3 5 7 5 15z'],
    ['body', 'M109 43c0-5 2-9 5.5-11v11zM131 43c0-5-2-9-5.5-11v11z'],
  ],
  blast: [
    ['body', 'M24 3c5-3 11 1 11 5 6-1 10 4 8 9 5 3 5 10 0 13 1 6-4 10-9 9-2 6-9 7-13 3-5 3-12-1-11-7C3 35 1 28 4 24c-4-4-1-12 5-12 0-7 9-11 15-9z'],
    ['gleam', 'M6 23c-3-4 0-9 5-9-1-6 5-10 11-9-5 2-8 5-8 10-5 1-7 4-8 8z'],
    ['shade', 'M43 17c5 3 5 10 0 13 1 6-4 10-9 9-2 6-9 7-13 3-2 1-4 1-5 0 8 0 13-3 14-8 6-1 9-4 9-9 4-2 5-5 4-8z'],
    ['light', 'M25.3 9.1L27.4 16.7L34.6 13.4L31.3 20.6L38.9 22.7L31.7 26.1L36.3 32.6L28.6 30.6L27.9 38.5L23.3 32L17.7 37.6L18.3 29.7L10.4 30.3L16 24.7L9.5 20.1L17.4 19.4L15.4 11.7L21.9 16.3z'],
    ['plain', 'M26.4 17.4L27 21.1L30.6 21.8L28.2 24.5L29.9 27.8L26.2 27.6L24.7 31L22.6 27.9L19 28.9L20 25.3L17.1 23.1L20.5 21.7L20.3 18L23.6 19.8z'],
  ],
};
/** All drawings, to be kept in the page. */
export const store = () => storeOf('battle', DRAWINGS, { pad: '0 0 240 48' });

/** A drawing, so wide and high, its upper left corner at *x* and *y*. */
export const drawn = drawnFrom('battle');

/** A drawing among words. */
export const figure = (name, kind = '') => svg('svg', { 'class': `figure ${kind}`.trimEnd(), 'viewBox': '0 0 48 48', 'aria-hidden': 'true' }, drawn(name, 48));
