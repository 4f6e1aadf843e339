/** @file Fireship on a television: the sea as large as it can be, whose turn and what people have beside it. */

import { addSheet, el, fill } from '../../core/dom.js';
import { AnswerClock } from '../../dock/answer-clock.js';
import { endingOf } from '../../ending/ending.js';
import { SeaBoard } from './board.js';
import { chanceOf, crewOf, pilesOf, turnOf } from './parts.js';

await addSheet(new URL('./tv.css', import.meta.url));

/**
 * Draw a game in *root*.
 * @param {HTMLElement} root
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 * @returns {(table: import('../../core/types.js').Table) => void} shows a table whose state is the sea's
 */
export function build(root, words) {
  const sea = new SeaBoard();
  const [turn, crew, piles, chance, end] = [turnOf(), crewOf(), pilesOf(words, null), chanceOf(words), endingOf((state) => state.islands)];
  const waters = el('div', { class: 'afloat' }, sea.element, chance.element);
  const fray = frayIn();
  const beside = el('div', { class: 'beside who' }, fray.element, turn.element, crew.element, piles.element);
  root.replaceChildren(end.element, el('div', { class: 'play-area' }, waters), beside);
  return (table) => {
    for (const part of [turn, crew, piles, chance, end, fray]) part.show(table);
    sea.show(table.state, table.people, table.number);
  };
}

/** A battle with both sums, and what waits for answers with its seconds; its modules come with the first battle. */
function frayIn() {
  const element = el('div', { class: 'fought' });
  let table = null;
  const clock = new AnswerClock({ phrase: (key, values) => fill(table.state.words[key], values), closing: new AbortController() });
  const show = async (now) => {
    table = now;
    const { battle, declared, end } = now.state;
    const frayed = battle && !end ? [(await import('./fray.js')).frayOf(battle, now)] : [];
    if (table !== now) return; // something newer is told
    const last = declared.at(-1);
    const due = last && !end ? [...(last.what === 'attack' ? [] : [el('p', {}, last.text)]), el('div', { class: 'due' }, clock.of(last), el('p', {}, now.state.now))] : [];
    element.replaceChildren(...frayed, ...due);
  };
  return { element, show };
}
