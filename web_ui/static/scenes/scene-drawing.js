/** @file What is drawn in a scene: whose turn it is, how high something stands, the board in small, who is introduced, a medal. */

import { el, svg } from '../core/dom.js';
import { drawing, isDrawn } from '../drawing/drawings.js';
import { PAWN } from '../drawing/pawn.js';
import { sign } from '../signs/signs.js';
import { nameOf } from '../people/people.js';
import { smallBoardOf } from './small-board.js';

/** @typedef {{before: Node[], after: Node[]}} Drawn what stands above the words of a scene, and below them */

/**
 * @param {import('../core/types.js').Moment} moment
 * @param {import('../core/types.js').Table} table
 * @returns {Drawn}
 */
export function drawnFor(moment, table) {
  return (DRAWN[moment.kind] ?? signed)(moment, table);
}

/** @type {Object<string, (moment: any, table: any) => Drawn>} */
const DRAWN = {
  turn: ({ letter, left = 0 }) => ({ before: [compass(), pawn(letter)], after: dots(left) }),
  hand: ({ letters }) => ({ before: [el('span', { class: 'from-to' }, ...letters.map(({ letter, look }) => el('b', { class: `token ${look}` }, letter)))], after: [] }),
  rise: (moment, table) => ({
    before: drawing(moment.sign),
    after: [el('div', { class: 'risen' }, track(moment), ...smallBoardOf(table, moment.marked ?? []), ...(moment.note ? [el('p', { class: 'note' }, moment.note)] : []))],
  }),
  deal: (moment, table) => ({ before: smallBoardOf(table, moment.marked ?? [], moment.sign), after: [introduced(moment.people ?? [], table)] }),
  treasure: ({ sign: name }) => ({ before: isDrawn(name) ? [el('span', { class: 'medal' }, ...drawing(name))] : [], after: [] }),
};

function signed({ sign: name = '' }) {
  return { before: drawing(name), after: [] };
}

/** How many actions there are. */
const dots = (left) => (left ? [el('span', { class: 'left' }, ...Array.from({ length: left }, () => el('i')))] : []);

/** How high something stands, mark by mark, the highest above. */
function track({ at = 0, of = 0, track: labels = [] }) {
  const marks = Array.from({ length: of }, (_, mark) => {
    const label = labels[mark] ?? '';
    const known = sign(label);
    return el('i', { class: `${mark < at ? 'reached' : ''}${mark === at - 1 ? ' now' : ''}` }, ...(known.length ? known : [Number.isNaN(Number(label)) ? '' : label]));
  });
  return el('span', { class: 'gauge' }, ...marks.reverse());
}

function introduced(people, { people: seated }) {
  return el('ul', { class: 'introduced' }, ...people.map(({ seat, label, look = '', sign: name = '' }, at) => {
    const row = el('li', {}, ...drawing(name, look), el('span', {}, el('strong', {}, nameOf(seated, seat)), el('small', {}, label)));
    row.style.animationDelay = `${1500 + at * 250}ms`;
    return row;
  }));
}

const RAYS = 8;

function compass() {
  const rays = Array.from({ length: RAYS }, (_, ray) => svg('path', { class: ray % 2 ? 'small' : '', d: ray % 2 ? 'M0-62 8-8H-8z' : 'M0-108 10-10H-10z', transform: `rotate(${(ray * 360) / RAYS})` }));
  return svg('svg', { class: 'compass', viewBox: '-112 -112 224 224' }, svg('circle', { r: 108 }), svg('circle', { r: 80 }), ...rays);
}

function pawn(letter) {
  return svg('svg', { class: 'mine', viewBox: '-1 -1 18 24' }, svg('path', { d: PAWN }), svg('text', { x: 8, y: 19 }, letter));
}
