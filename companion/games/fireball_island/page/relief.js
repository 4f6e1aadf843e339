/** @file What grows on the land and rises from it: the volcano, trees, chasms below bridges, and waves; drawn once the map itself is there. */

import { svg } from '../../core/dom.js';
import { pause } from '../../core/pieces.js';
import { smooth } from '../../boards/smooth.js';
import { apart, lot } from './coast.js';

/** @typedef {import('./coast.js').Point} Point */

/** The volcano's contours, from its foot up: how wide, and how high for that width. */
const HEIGHTS = [430, 350, 275, 205, 140];
const FLAT = 0.78;
/** So far from spaces trees stand, and from each other. */
const CLEAR = 84;
const APART = 96;

/**
 * @param {{coast: Point[], places: Point[], top: Point, bridges: {middle: Point, angle: number}[], width: number, height: number}} land
 * *top* is the volcano's; @returns {Promise<SVGElement[]>} reckoned a little at a time
 */
export async function reliefOf({ coast, places, top, bridges, width, height }) {
  const trees = wood(await treesOn(coast, places, { at: top, radius: HEIGHTS[1] }));
  await pause();
  const waves = wavesAround(coast, width, height);
  await pause();
  const heights = HEIGHTS.map((wide, at) => svg('path', { class: `height-${at + 1}`, d: blob(top, wide, wide * FLAT, 20 * at) }));
  const woods = Object.entries(trees).map(([kind, d]) => svg('path', { class: `tree-${kind}`, d }));
  const chasms = bridges.map(({ middle: [x, y], angle }) => svg('path', { class: 'chasm', d: 'M-62 0Q0-190 62 0Q30 90 0 200Q-40 90-62 0z', transform: `translate(${x} ${y}) rotate(${angle})` }));
  return [svg('path', { class: 'waves', d: waves }), ...heights, ...woods, ...chasms];
}

/** A closed curve that is nearly a circle, *wide* and *high*. */
function blob([x, y], wide, high, seed) {
  const corners = Array.from({ length: 14 }, (_, at) => {
    const [angle, out] = [(at * Math.PI) / 7, 0.86 + 0.28 * lot(seed + at)];
    return [x + out * wide * Math.cos(angle), y + out * high * Math.sin(angle)];
  });
  return smooth(corners, true);
}

/** Whether *point* lies within *corners*. */
function isWithin([x, y], corners) {
  let inside = false;
  corners.forEach(([x1, y1], at) => {
    const [x2, y2] = corners[(at + 1) % corners.length];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  });
  return inside;
}

/**
 * Where trees stand: on land, well away from all *places* and from the *bare* ground, which is a point and a radius.
 * @param {Point[]} corners of the coast
 * @param {Point[]} places
 * @param {{at: Point, radius: number}} bare
 * @returns {Promise<Point[]>} from the farthest to the nearest
 */
async function treesOn(corners, places, bare) {
  const [xs, ys] = [0, 1].map((axis) => corners.map((each) => each[axis]));
  const kept = [...places, ...corners];
  const found = [];
  for (let y = Math.min(...ys); y < Math.max(...ys); y += APART * 0.7) {
    for (let x = Math.min(...xs); x < Math.max(...xs); x += APART) {
      const seed = x + 7 * y;
      const tree = [Math.round(x + APART * (lot(seed) - 0.5)), Math.round(y + APART * 0.7 * (lot(seed + 1) - 0.5))];
      const free = kept.every((each) => apart(each, tree) > CLEAR);
      if (free && apart(tree, bare.at) > bare.radius && isWithin(tree, corners)) found.push(tree);
    }
    await pause();
  }
  return found.sort((a, b) => a[1] - b[1]);
}

/** The trees' crowns, what is lit of them, and their shadows, each as one path. @param {Point[]} trees */
function wood(trees) {
  const size = (at) => 19 + 9 * lot(at);
  const round = ([x, y], r) => `M${x - Math.round(r)} ${y}a${Math.round(r)} ${Math.round(r)} 0 1 0 ${2 * Math.round(r)} 0a${Math.round(r)} ${Math.round(r)} 0 1 0 ${-2 * Math.round(r)} 0z`;
  return {
    shadow: trees.map(([x, y], at) => round([x + 9, y + 14], size(at))).join(''),
    crown: trees.map((tree, at) => round(tree, size(at))).join(''),
    light: trees.map(([x, y], at) => round([x - 5, y - 6], size(at) * 0.55)).join(''),
  };
}

/** Small waves on the water around *corners*, in a drawing so wide and high. */
function wavesAround(corners, width, height) {
  const found = [];
  for (let at = 0; at < 46; at += 1) {
    const [x, y] = [lot(at * 3.3) * width, lot(at * 5.9 + 2) * height].map(Math.round);
    if (!isWithin([x, y], corners) && corners.every((each) => apart(each, [x, y]) > 70)) found.push(`M${x - 30} ${y}q15-14 30 0t30 0`);
  }
  return found.join('');
}
