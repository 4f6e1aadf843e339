/** @file Dice on a phone: rows of numbers with their sum, single dice side by side, and those that say a word. */

import { numberDie } from '../widgets/dice.js';
import { verdictDie } from '../widgets/verdict-die.js';
import { el, redraw, say } from '../core/dom.js';
import { throwOf } from './throws.js';

export { throwOf };

/** What it looks like. */
export const sheets = ['../css/chance.css', '../css/throws.css'];

/** @typedef {{element: HTMLElement, show: (now: import('../core/types.js').Dice, moving: boolean) => void}} Part */

/**
 * Dice that are rolled together, and what they make together.
 * @param {import('../core/types.js').Dice} dice
 * @returns {Part}
 */
export function rowOf(dice) {
  const each = Array.from({ length: dice.count }, () => numberDie(dice.look));
  const sum = el('p', { class: 'sum', 'aria-hidden': 'true' });
  const count = dice.count > 6 ? 'many' : `count-${dice.count}`;
  const element = el('section', { class: `roll ${count}`, 'aria-label': dice.label }, ...each.map((die) => die.element), sum);
  const show = (now, moving) => {
    element.classList.toggle('moving', moving);
    each.forEach((die, index) => die.show(moving || !now.values ? null : now.values[index]));
    sum.classList.toggle('quiet', !now.values);
    say(sum, moving ? '' : String(now.total ?? '–'));
  };
  return { element, show };
}

/**
 * A single die, beside other single ones: its name below it.
 * @param {import('../core/types.js').Dice} dice
 * @returns {Part}
 */
export function singleOf(dice) {
  const die = numberDie(dice.look);
  const element = el('figure', { class: 'single' }, die.element, el('figcaption', { class: 'quiet' }, dice.label));
  const show = (now, moving) => {
    element.classList.toggle('moving', moving);
    die.show(moving || !now.values ? null : now.values[0]);
  };
  return { element, show };
}

/**
 * Dice that show words: the word beside them.
 * @param {import('../core/types.js').Dice} dice
 * @param {(key: string) => string} words
 * @returns {Part}
 */
export function verdictOf(dice, words) {
  const each = Array.from({ length: dice.count }, () => verdictDie(dice.look));
  const title = el('span', {}, '');
  const element = el('p', { class: 'verdict' }, ...each.map((die) => die.element), title);
  const show = (now, moving) => {
    const values = moving ? null : now.values;
    element.className = `verdict ${dice.count === 1 ? (values?.[0] ?? '') : ''}${moving ? ' moving' : ''}`;
    each.forEach((die, at) => die.show(values?.[at] ?? null, now.labels?.[at] ?? ''));
    redraw(title, [`${values ? (now.labels ?? values).join(', ') : now.label} `, el('small', {}, detail(now, values, moving, words))]);
  };
  return { element, show };
}

function detail(dice, values, moving, words) {
  if (moving) return '…';
  if (!values) return words('page.not_rolled');
  return dice.hint ? `${dice.label}, ${dice.hint}` : dice.label;
}
