/** @file Everybody with what they openly have; who may do something now is marked. */

import { el } from '../core/dom.js';
import { faceOf } from '../cards/card-face.js';
import { sign } from '../signs/signs.js';
import '../signs/signs-sea.js';
import '../signs/signs-tiles.js';
import { initialsOf, nameOf } from '../people/people.js';

export const sheets = ['../css/picture.css'];
/** The colours of seats, in their order. */
const COLOURS = ['red', 'blue', 'green', 'yellow', 'black', 'silver', 'white'];

/**
 * @param {import('../pages/picture.js').PictureView} view
 * @returns {import('../pages/picture.js').Part}
 */
export function partOf(view) {
  const element = el('ol', { class: 'folk', 'aria-label': view.words('page.holdings') });
  let drawn = '';
  const show = ({ state, people, asks }) => {
    const asked = asks.map((each) => each.seat);
    const now = JSON.stringify([state.people, state.hands, people.map((each) => each.name), asked]);
    if (now === drawn) return;
    drawn = now;
    element.replaceChildren(...state.people.map((each) => personOf({ ...each, items: [...(each.items ?? []), ...heldBy(state, each.seat)] }, people, !state.end && asked.includes(each.seat), view.words)));
  };
  return { element, show };
}

/** Cards that are held for all to see, alike ones counted. */
function heldBy(state, seat) {
  const names = (state.hands ?? []).find((hand) => hand.seat === seat)?.cards ?? [];
  return [...new Set(names)].map((name) => ({ ...faceOf(state, name), count: names.filter((each) => each === name).length }));
}

function personOf({ seat, label = '', look = '', items = [], notes = [], out = false }, people, on, words) {
  const colour = COLOURS.find((each) => look.split(' ').includes(each)) ?? COLOURS[seat % COLOURS.length];
  const name = nameOf(people, seat);
  const token = el('b', { class: `token ${colour}`, 'aria-hidden': 'true' }, initialsOf(people)[seat] ?? String(seat + 1));
  const who = el('span', {}, el('bdi', {}, name), ...(label ? [' ', el('small', { class: 'quiet' }, label)] : []));
  const has = [...items.map((item) => itemOf(item, words)), ...notes.map((note) => el('li', { class: 'note' }, note))];
  const list = has.length ? [el('ul', { 'aria-label': name }, ...has)] : [];
  return el('li', { 'data-about': `person ${seat}`, 'aria-current': on ? 'true' : null, class: out ? 'out' : null }, token, who, ...list);
}

function itemOf({ label, sign: drawn = '', count = 1, value }, words) {
  const face = sign(drawn);
  const figure = value ?? (count === 1 ? '' : count);
  const said = value !== undefined ? words('page.pair', { label, value }) : count === 1 ? label : `${label} × ${count}`;
  if (!face.length) return el('li', {}, said);
  const shown = figure === '' ? [] : [el('span', { 'aria-hidden': 'true' }, String(figure))];
  return el('li', { title: said }, ...face, ...shown, el('span', { class: 'unseen' }, said));
}
