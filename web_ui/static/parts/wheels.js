/** @file A wheel: its segments turn until they stop under the pointer; nothing of the result can be seen before. */

import { drawn, isDrawn } from '../drawing/drawings.js';
import { el, redraw, svg } from '../core/dom.js';
import { lettering, linesIn } from '../drawing/lettering.js';
import { signIn, toneOf } from '../signs/signs.js';

/** What it looks like. */
export const sheets = ['../css/chance.css'];

const RADIUS = 150;
const LAMPS = 24;
/** With more segments than these, names no longer fit and the signs speak alone. */
const NAMED = 16;

/**
 * @typedef {{name: string, label: string, sign: string, weight: number}} Segment
 * @typedef {{name: string, label: string, segments: Segment[], at: number|null, detail: string, roll: number|null}} Wheel
 */

/**
 * @param {Wheel} wheel
 * @param {boolean} ring the real table's: lamps round it, no words in it
 * @returns {{element: HTMLElement, show: (now: Wheel, moving: boolean) => void}}
 */
export function wheelOf(wheel, ring) {
  const angles = anglesOf(wheel.segments);
  const size = ring ? '-180 -180 360 360' : '-160 -172 320 332';
  const faces = wheel.segments.map((segment, at) => faceOf(segment, angles[at]));
  const slices = wheel.segments.map((segment, at) => sliceOf(segment, angles[at], ring || wheel.segments.length > NAMED));
  // It is turned as a whole, and all that is written on it fades as one: a slow phone has one thing to move, not forty.
  const disc = el('div', { class: 'disc' }, svg('svg', { viewBox: size }, ...faces), svg('svg', { class: 'written', viewBox: size }, ...slices));
  const hub = svg('g', { class: 'outcome' });
  const lamps = ring ? lampsOf() : [];
  const top = svg('svg', { class: 'above', viewBox: size }, ...lamps, svg('circle', { class: 'hub', r: ring ? 22 : 50 }), hub, pointer(ring));
  const said = el('figcaption', { class: 'detail' });
  const rim = ring ? [svg('svg', { class: 'under', viewBox: size }, svg('circle', { class: 'rim', r: 176 }))] : [];
  const drawing = el('div', { class: 'wheel', role: 'img' }, ...rim, disc, top);
  const show = (now, moving) => {
    const at = moving ? null : now.at;
    const landed = at === null ? null : now.segments[at];
    drawing.classList.toggle('moving', moving);
    drawing.classList.toggle('landed', landed !== null);
    // In motion nothing may tell where it stood or where it will stop. Before the first spin no segment is pointed at.
    const nowhere = moving || angles.length < 2 ? '0' : (angles[0].width / 2).toFixed(1);
    disc.style.rotate = `${at === null ? nowhere : (-angles[at].middle).toFixed(1)}deg`;
    drawing.classList.toggle('still', !moving && landed === null);
    for (const parts of [faces, slices]) parts.forEach((part, each) => part.classList.toggle('landed', each === at));
    drawing.setAttribute('aria-label', landed ? `${now.label}: ${landed.label}` : now.label);
    if (!ring) redraw(hub, landed ? outcome(landed) : []);
    redraw(said, landed ? words(landed, now.detail, ring) : []);
  };
  return { element: el('figure', { class: ring ? 'spinner ring' : 'spinner' }, drawing, said), show };
}

function anglesOf(segments) {
  const all = segments.reduce((sum, segment) => sum + segment.weight, 0);
  let begin = (-180 * (segments[0]?.weight ?? 0)) / all;
  return segments.map((segment) => {
    const width = (360 * segment.weight) / all;
    begin += width;
    return { middle: begin - width / 2, width };
  });
}

const halfOf = (width) => Math.min((width / 2) * (Math.PI / 180), Math.PI - 0.001);
const turnedTo = (middle) => `rotate(${middle.toFixed(1)})`;

function faceOf(segment, { middle, width }) {
  const half = halfOf(width);
  const [x, y] = [RADIUS * Math.sin(half), -RADIUS * Math.cos(half)].map((each) => each.toFixed(1));
  const arc = `M0 0L-${x} ${y}A${RADIUS} ${RADIUS} 0 ${width > 180 ? 1 : 0} 1 ${x} ${y}z`;
  return svg('path', { 'class': 'face', 'data-about': `segment ${segment.name}`, 'transform': turnedTo(middle), 'd': arc });
}

/** What is written on a segment. */
function sliceOf(segment, { middle, width }, wordless) {
  const room = 2 * 116 * Math.sin(Math.min(halfOf(width), Math.PI / 5));
  const kind = `slice ${toneOf(segment.sign)}`;
  const parts = wordless ? pictureIn(segment, -15, -118, 30) : [named(segment.label, room), ...(isDrawn(segment.name) ? pictureIn(segment, -15, -101, 30) : signIn(segment.sign, -12, -98, 24))];
  return svg('g', { 'class': kind, 'data-about': `segment ${segment.name}`, 'transform': turnedTo(middle) }, ...parts);
}

/** Its drawing, where there is one, else its sign. */
function pictureIn({ name, sign }, x, y, side) {
  return isDrawn(name) ? [svg('g', { class: 'pictured' }, drawn(name, side, side, x, y))] : signIn(sign, x, y, side);
}

function named(label, room) {
  return lettering(label, { x: 0, size: 12, width: room - 4 }, (count) => ({ y: [-118, -124, -128][Math.min(count, 3) - 1], step: count > 2 ? 12 : 13 }));
}

function outcome(segment) {
  const text = lettering(segment.label, { x: 0, size: 17, width: 84 }, (count) => (count > 1 ? { y: 11, step: 16 } : { y: 28, step: 0 }));
  const side = linesIn(text) > 1 ? 30 : 40;
  return [...pictureIn(segment, -side / 2, side > 30 ? -34 : -38, side), text];
}

function words(segment, detail, ring) {
  return ring ? [el('b', {}, segment.label), ' ', el('span', { class: 'quiet' }, detail)] : [detail];
}

const pointer = (ring) => svg('path', { class: 'pointer', d: ring ? 'M-12 -152h24L0 -122z' : 'M-11 -170h22L0 -142z' });

/** The lamps of the real wheel: the one at the top is lit where it stands, its neighbours half. */
function lampsOf() {
  return Array.from({ length: LAMPS }, (_, at) => {
    const angle = (at * 2 * Math.PI) / LAMPS;
    const kind = at === 0 ? 'led first' : at === 1 || at === LAMPS - 1 ? 'led near' : 'led';
    const [cx, cy] = [163 * Math.sin(angle), -163 * Math.cos(angle)].map((each) => each.toFixed(1));
    return svg('circle', { class: kind, cx, cy, r: 7 });
  });
}
