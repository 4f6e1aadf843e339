/** @file The trails' names on the map, each beside its trail; fetched where there is room for them. */

import { svg } from '../../core/dom.js';
import { apart } from './coast.js';

/** @typedef {import('./coast.js').Point} Point */

/** How far from its trail a name stands, and how wide one of its letters is. */
const BESIDE = 46;
const LETTER = 24;
/** How far apart two names keep. */
const HIGH = 48;
/** What is drawn larger than a space: no name lies on it. */
const HOLE = /^(cave|pit|ball)-|^water$/;
const HOLE_REACH = 112;

/**
 * The names of *trails*, each beside its straightest part; none for one that is too short or too winding.
 * @param {{label: string, cells: string[]}[]} trails
 * @param {import('../../core/types.js').Cell[]} cells
 * @param {{x: number, y: number, half: number}[]} named where names of places stand, and half their width: none lies on another
 */
export function namesOf(trails, cells, named = []) {
  const taken = named.flatMap(({ x, y, half }) => along([x - half, y], [x + half, y]));
  const places = new Map(cells.map((cell) => [cell.id, cell.place]));
  return trails.flatMap(({ label, cells: ids }) => {
    const away = cells.filter(({ id }) => !ids.includes(id));
    const [holes, others] = [away.filter(({ id }) => HOLE.test(id)), away.filter(({ id }) => !HOLE.test(id))].map((all) => all.map((cell) => cell.place));
    const line = nameLine(ids.map((id) => places.get(id)), label.length * LETTER, BESIDE, others, holes, taken);
    if (!line) return [];
    taken.push(...along(line[0], line[2]));
    const [[x1, y1], [x, y], [x2, y2]] = line.map((each) => each.map(Math.round));
    const turn = Math.round((Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI);
    return [svg('text', { x, y, transform: `rotate(${turn} ${x} ${y})` }, label)];
  });
}

/** Points from one end of a name to the other. @param {Point} from @param {Point} to @returns {Point[]} */
function along(from, to) {
  const steps = Math.max(1, Math.ceil(apart(from, to) / HIGH));
  return Array.from({ length: steps + 1 }, (_, at) => [0, 1].map((axis) => from[axis] + ((to[axis] - from[axis]) * at) / steps));
}

/**
 * Where a trail's name stands best: beside its straightest part that is at least *long*, with little below it.
 * @param {Point[]} points
 * @param {number} long
 * @param {number} beside how far from the trail
 * @param {Point[]} others what the name shouldn't cover
 * @param {Point[]} holes what it never covers
 * @param {Point[]} taken where other names stand
 * @returns {Point[]|null} its beginning, middle and end, from left to right; none where the trail is too short or too winding
 */
export function nameLine(points, long, beside, others, holes = [], taken = []) {
  let [best, least] = [null, long / 2];
  points.forEach((from, first) => points.slice(first + 2).forEach((to, more) => {
    const far = apart(from, to);
    const part = points.slice(first, first + more + 3);
    if (far < long || far > 2 * long || part.slice(1).some((each, at) => apart(each, part[at]) >= far)) return;
    const [[x1, y1], [x2, y2]] = from[0] > to[0] ? [to, from] : [from, to];
    const [right, down] = [(x2 - x1) / far, (y2 - y1) / far];
    const off = ([x, y]) => (y - y1) * right - (x - x1) * down;
    const bend = part.map(off);
    if (Math.max(...bend.map(Math.abs)) > long / 4) return;
    for (const side of [-1, 1]) {
      const away = side < 0 ? Math.min(...bend) - beside : Math.max(...bend) + beside * 1.5;
      const start = (far - long) / 2;
      const along = [0, long / 2, long].map((each) => [x1 + (start + each) * right - away * down, y1 + (start + each) * down + away * right]);
      const covers = (reach) => ([x, y]) => {
        const at = (x - x1) * right + (y - y1) * down - start;
        return at > -reach && at < long + reach && Math.abs(off([x, y]) - away + 12) < reach;
      };
      if (holes.some(covers(HOLE_REACH)) || taken.some(covers(HIGH))) continue;
      const covered = others.filter(covers(61)).length;
      const cost = Math.max(...bend) - Math.min(...bend) + 150 * covered + 40 * Math.abs(down) + (side > 0 ? 20 : 0);
      if (cost < least) [best, least] = [along, cost];
    }
  }));
  return best;
}
