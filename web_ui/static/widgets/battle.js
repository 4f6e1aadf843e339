/**
 * @file A battle, as the picture's `battle` tells it: who strikes whom, both sums by their parts, the die that decides, what is at
 * stake, what came of it; and its marks on a board. Any game's page and television draw it so; fetched with the first one.
 */

import { drawing, isDrawn } from '../drawing/drawings.js';
import { el, fill, svg } from '../core/dom.js';
import { nameOf } from '../people/people.js';
import { sign } from '../signs/signs.js';
import { verdictDie } from './verdict-die.js';

export const sheets = ['../css/battle.css'];

/** @typedef {{all: string, by?: string, victim?: string}} Told
 * @typedef {{label: string, value: number, sign?: string, look?: string, owner?: number, count?: number}} Strength
 * @typedef {{label: string, sum: number, parts?: Strength[], look?: string, seat?: number}} Side
 * @typedef {{label: string, why: string, faces: boolean[], text: string, look?: string}} Odds
 * @typedef {{at: string, kind: 'from'|'to'|'helper'|'hit', look?: string}} Ring
 * @typedef {{number: number, step: 'answers'|'chance'|'over'|'unable', by: number, title: Told, rings: Ring[], victims?: number[], sides?: Side[],
 *            versus?: string, odds?: Odds, won?: Told, lost?: Told, needs?: string, remedy?: string,
 *            outcome?: {title: Told, text: Told, won?: boolean}}} Battle
 * @typedef {{people: {seat: number, name: string}[], seats: (number|string)[]}} Viewer a table, or what a page knows of it
 */

const YES = 'M4 13l5 5L20 6';
const NOT = 'M6 6l12 12M18 6L6 18';
const BURST = 'M12 2l2.2 6 5.6-3-3 5.6 5.2 1.4-5.2 1.6 3 5.6-5.6-3L12 22l-2-5.8-5.8 3 3-5.6L2 12l5.2-1.4-3-5.6 5.6 3z';
const glyph = (d) => svg('svg', { class: 'glyph', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d }));

/** As whom a viewer reads it: one who is on both sides, or on none, as everybody. @param {Battle} battle @param {Viewer} viewer @returns {'by'|'victim'|'all'} */
export function partIn({ by, victims = [] }, { seats }) {
  const [own, other] = [seats.includes(by), victims.some((seat) => seats.includes(seat))];
  return own === other ? 'all' : own ? 'by' : 'victim';
}

/** A sentence as this viewer reads it, with everybody's names. @param {Battle} battle @param {Told} told @param {Viewer} viewer */
export function tell(battle, told, viewer) {
  const names = { by: nameOf(viewer.people, battle.by), victim: (battle.victims ?? []).map((seat) => nameOf(viewer.people, seat)).join(', ') };
  return fill(told[partIn(battle, viewer)] || told.all, names);
}

/** The small picture of a part of a sum. @param {Strength} part @returns {Node[]} */
const usual = ({ sign: name = '', look = '' }) => (isDrawn(name) ? drawing(name, look) : sign(name));

/**
 * Everything of a battle in one section.
 * @param {Battle} battle
 * @param {Viewer} viewer
 * @param {(part: Strength) => Node[]} [picture] how this game draws a part
 * @returns {HTMLElement}
 */
export function battleOf(battle, viewer, picture = usual) {
  const title = tell(battle, battle.outcome?.title ?? battle.title, viewer);
  const parts = battle.outcome ? [outcomeOf(battle, viewer, title)] : [el('h2', {}, title), ...forcesOf(battle, viewer, picture), ...oddsOf(battle, viewer), ...stakeOf(battle, viewer), ...lackOf(battle)];
  return el('section', { class: `fray ${battle.step} as-${partIn(battle, viewer)}`, 'aria-label': title }, ...parts);
}

/** What a page of whoever is struck begins with. @param {Battle} battle @param {Viewer} viewer @returns {HTMLElement[]} */
export function alarmOf(battle, viewer) {
  if (battle.outcome || battle.step === 'unable' || partIn(battle, viewer) !== 'victim') return [];
  const sums = (battle.sides ?? []).map(({ sum }) => sum).join(` ${battle.versus ?? ''} `);
  return [el('section', { class: 'alarm', 'aria-hidden': 'true' }, glyph(BURST), el('div', {}, el('b', {}, tell(battle, battle.title, viewer)), el('p', {}, [sums, battle.odds && chances(battle, viewer)].filter(Boolean).join(' · '))))];
}

function forcesOf({ sides = [], versus = '' }, { people }, picture) {
  if (sides.length < 2) return [];
  const [own, other] = sides.map((side, at) => forceOf(side, at ? 'to' : 'by', people, picture));
  return [el('div', { class: 'forces' }, own, el('span', { class: 'quiet' }, versus), other)];
}

function forceOf({ label, look = '', seat, sum, parts = [] }, role, people, picture) {
  const adds = parts.flatMap((part, at) => [...(at ? [' + '] : []), ...addOf(part, picture)]);
  const name = seat === undefined ? label : nameOf(people, seat);
  return el('div', { class: `force ${role} ${look}` }, el('bdi', {}, name), el('b', { class: 'sum' }, String(sum)), el('span', { class: 'parts' }, ...adds));
}

function addOf(part, picture) {
  const { label, value, count = 1 } = part;
  const many = count > 1 ? `${count} × ` : '';
  return [el('span', { class: `lent ${part.look ?? ''}` }, many, el('span', { class: 'unseen' }, `${label} `), ...picture(part), String(value))];
}

/** How many faces of the die win, and for whom. */
const chances = (battle, viewer) => tell(battle, { all: battle.odds.text, by: battle.odds.own }, viewer);

function oddsOf(battle, viewer) {
  const { odds } = battle;
  if (!odds) return [];
  const die = verdictDie(odds.look ?? 'plain');
  die.show(null, '');
  const text = chances(battle, viewer);
  return [el('div', { class: 'odds' }, die.element, el('p', {}, odds.why, ' ', el('b', {}, text)), facesOf(odds.faces, text))];
}

const facesOf = (faces, text) => el('span', { class: 'faces', role: 'img', 'aria-label': text }, ...faces.map((wins) => el('i', { class: wins ? 'wins' : '' }, glyph(wins ? YES : NOT))));

function stakeOf(battle, viewer) {
  const rows = [['won', YES], ['lost', NOT]].filter(([key]) => battle[key]);
  return rows.length ? [el('ul', { class: 'stake' }, ...rows.map(([key, d]) => el('li', { class: `if-${key}` }, glyph(d), tell(battle, battle[key], viewer))))] : [];
}

const lackOf = ({ needs, remedy }) => (needs ? [el('p', { class: 'lack' }, el('b', {}, needs), ' ', remedy ?? '')] : []);

function outcomeOf(battle, viewer, title) {
  const { outcome: { won, text }, odds } = battle;
  const struck = partIn(battle, viewer) === 'victim';
  const good = won === undefined ? '' : won !== struck ? 'good' : 'bad';
  return el('div', { class: `came ${good}` }, ...(good && odds ? [struck ? keptOf(won) : fallenOf(odds, won)] : []), el('div', {}, el('h2', {}, title), el('p', {}, tell(battle, text, viewer))));
}

/** The die as it fell: whether whoever strikes has won. */
function fallenOf(odds, won) {
  const die = verdictDie(odds.look ?? 'plain');
  die.show(won ? 'won' : 'lost', '');
  return die.element;
}

/** Whoever was struck reads no face of the other one's die, but whether their own is lost. */
const keptOf = (lost) => el('span', { class: 'kept' }, glyph(lost ? NOT : YES));

/**
 * A battle's marks on a board: who acts ringed in white, whom it is done to dashed in coral, helpers in a halo of their side's colour.
 * @param {Battle} battle
 * @param {(id: string) => {x: number, y: number, r: number}|null} at the middle of a cell in the drawing and how far it reaches
 * @returns {SVGElement[]}
 */
export function marksOf({ rings, step = 'answers' }, at) {
  const of = (kind) => rings.filter((ring) => ring.kind === kind).flatMap((ring) => [{ ...ring, spot: at(ring.at) }]).filter(({ spot }) => spot);
  const [[from], to] = [of('from'), of('to')];
  const near = (spot, all) => [...all].sort((a, b) => far(spot, a.spot) - far(spot, b.spot))[0];
  const ends = [...(from ? [from] : []), ...to];
  const halos = of('helper').map(({ spot, look }) => {
    const { spot: end } = near(spot, ends);
    return svg('path', { class: `halo ${look}`, d: `M${spot.x} ${spot.y}L${end.x} ${end.y}`, 'stroke-width': 2 * Math.min(spot.r, end.r) });
  });
  const ring = (kind, { x, y, r }) => svg('circle', { class: `ringed ${kind}`, cx: x, cy: y, r });
  const splash = of('hit').flatMap(({ spot: { x, y, r } }) => [svg('circle', { class: 'splash', cx: x, cy: y, r: r * 1.3 }), svg('circle', { class: 'splash wide', cx: x, cy: y, r: r * 1.9 })]);
  const acting = step === 'over' ? [] : [...(from ? [ring('from', from.spot)] : []), ...to.map(({ spot }) => ring(step === 'unable' ? 'to not' : 'to', spot))];
  return [...halos, ...acting, ...splash];
}

const far = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
