/** @file What moves over the sea, as drawings, and what came of it; fetched when something moves for the first time. */

import { cardOf } from '../../cards/card-face.js';
import { addSheet, dress, el } from '../../core/dom.js';
import { Flight } from '../../cards/flight.js';
import { rowOf, verdictOf } from '../../parts/dice.js';
import { wheelOf } from '../../parts/wheels.js';

/** So long a result lies over the sea. */
const SHOWN_MS = 2200;
const VERDICT_DICE = { 'plain-die': 'plain', 'blue-die': 'blue' };
const STILL = { values: null, total: null, roll: null };

/**
 * Show chance in *element*: unreadable while it moves, sharp when it is told, gone a moment later.
 * @param {HTMLElement} element
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 * @returns {Promise<(table: import('../../core/types.js').Table) => void>}
 */
export async function chanceIn(element, words) {
  await Promise.all([dress('cards'), dress('chance'), addSheet(new URL('./chance.css', import.meta.url))]);
  let [before, part, timer] = [null, null, 0];
  const begin = (table) => {
    clearTimeout(timer);
    before = table;
    part = partOf(table.reveal, table.state, words);
    part.show(null);
    element.replaceChildren(part.element);
    element.classList.add('shown');
  };
  const finish = (table) => {
    const result = resultOf(before, table) ?? (isDrawn(before, table) ? [] : null);
    if (result !== null) part.show(result);
    timer = setTimeout(() => element.classList.remove('shown'), result === null ? 0 : SHOWN_MS);
    before = null;
  };
  return (table) => {
    if (table.reveal && before?.reveal.number !== table.reveal.number) begin(table);
    else if (!table.reveal && before) finish(table);
  };
}

/**
 * What moves, and how it shows a result; null while it moves.
 * @returns {{element: Element, show: (values: any[]|null) => void}}
 */
function partOf({ purpose, label, count }, state, words) {
  if (purpose === 'wheel') return wheelPart(label, state.wheels[0].segments);
  if (purpose === 'mystery') return cardPart(state.turn.seat);
  if (purpose in VERDICT_DICE) return verdictPart({ ...STILL, kind: 'verdict', label, count, look: VERDICT_DICE[purpose] }, state.words, words);
  return dicePart({ ...STILL, kind: 'number', label, count, look: 'd10' });
}

function wheelPart(label, segments) {
  const wheel = { ...STILL, name: 'wheel', label, segments, at: null, detail: '' };
  const { element, show } = wheelOf(wheel, false);
  const place = (name) => segments.findIndex((segment) => segment.name === name);
  return { element, show: (values) => show({ ...wheel, at: values && place(values[0]) }, !values) };
}

/** A card flies to whoever drew it, face down; one that everybody saw to the pile, after it was read. */
function cardPart(seat) {
  const flight = new Flight();
  const drawer = () => document.querySelector(`#dock .own .hand`) ?? document.querySelector(`[data-about="person ${seat}"] .chits, [data-about="person ${seat}"]`);
  const show = (values) => {
    if (!values) flight.move();
    else if (values.length) flight.show(cardOf(values[0]), () => document.querySelector('.piles .used'));
    else flight.show(el('i', { class: 'back' }), drawer);
  };
  return { element: flight.element, show };
}

function verdictPart(dice, own, words) {
  const { element, show } = verdictOf(dice, words);
  return { element, show: (values) => show(values ? { ...dice, values, labels: values.map((value) => own[value]) } : dice, !values) };
}

function dicePart(dice) {
  const { element, show } = rowOf(dice);
  return { element, show: (values) => show(values ? { ...dice, values, total: values.reduce((sum, each) => sum + each, 0) } : dice, !values) };
}

/** Whether a hidden card has left its pile. */
const isDrawn = ({ reveal, state: { decks: [was] } }, { state: { decks: [is] } }) => reveal.purpose === 'mystery' && is.left < was.left;

/** What came of it; null if it was taken back, or where it is a card that nobody else may see. */
function resultOf({ reveal, state: was }, { state: { result } }) {
  const came = result?.purpose === reveal.purpose && result.number !== was.result?.number;
  return came && result.values.length ? result.values : null;
}
