/** @file Dice tapped together: a key for each kind adds one more; the notation can be typed as well. */

import { BadFormula, parseDice } from '../../notation/dice-notation.js';
import { el, say } from '../../core/dom.js';
import { addDie, addNumber } from '../../parts/composer/formula.js';
import { numberDie } from '../../widgets/dice.js';
import { button, typed } from './controls.js';

const KINDS = ['d4', 'd6', 'd8', 'd10', 'd12', 'd20', 'd%', 'd2', 'dF'];

/** @returns {boolean} */
function isDice(formula) {
  try {
    parseDice(formula);
    return true;
  } catch (fault) {
    if (fault instanceof BadFormula) return false;
    throw fault;
  }
}

/**
 * @param {string} formula
 * @param {'kh'|'kl'} how the highest or the lowest are kept
 * @returns {string} *formula* with one more of its first dice kept; after all but one, all count again
 */
export function keepSome(formula, how) {
  const found = /(\d+)(d(?:\d+|%|F))(?:(kh|kl)(\d+))?/i.exec(formula);
  if (!found || Number(found[1]) < 2) return formula;
  const [all, count, sides, before, number] = found;
  const kept = before === how ? Number(number) + 1 : 1;
  return formula.replace(all, [count, sides, ...(kept < Number(count) ? [how, kept] : [])].join(''));
}

/** @param {string} formula @param {string} kind @returns {boolean} whether only one such die is there */
const isOne = (formula, kind) => formula.replace(/\s+/g, '') === `1${kind}`;

/**
 * @param {import('./controls.js').Words} words
 * @param {(formula: string) => void} set
 * @param {{id: string, described: string}} about
 * @returns {import('./controls.js').Control}
 */
export function diceField(words, set, about) {
  let formula = '';
  /** Whether nobody has changed the die that it began with: then another kind takes its place. */
  let isFresh = true;
  const line = typed({ ...about, mono: true, maximum: 100, hint: '2d6+3' }, (text) => {
    isFresh = false;
    formula = text.trim();
    if (isDice(formula) || formula === 'free') set(formula);
  });
  const write = (now) => {
    isFresh = false;
    formula = now;
    say(line.element, '');
    /** @type {any} */ (line.element).value = now;
    if (now) set(now);
  };
  const key = (label, face, then) => button(label, '', then, ...face);
  const dice = KINDS.map((kind) => {
    const name = kind === 'd2' ? words('page.coin') : kind;
    return key(words('page.add', { what: name }), [numberDie(kind).element, el('small', {}, name)], () => write(addDie(isFresh && !isOne(formula, kind) ? '' : formula, kind)));
  });
  const number = (by, face) => key(words('page.add', { what: face }), [face], () => write(addNumber(formula, by)));
  const clear = key(words('page.clear'), ['×'], () => write(''));
  const kept = ['kh', 'kl'].map((how) => {
    const chip = el('button', { 'class': 'chip-button', 'type': 'button', 'data-keeps': how }, words(`maker-page.keeps.${how}`));
    chip.addEventListener('click', () => write(keepSome(formula, /** @type {'kh'|'kl'} */ (how))));
    return chip;
  });
  const keys = el('div', { 'class': 'keys', 'role': 'group', 'aria-label': words('page.dice_keys') }, ...dice, number(-1, '−1'), number(1, '+1'), clear);
  const show = (value) => {
    if (document.activeElement === line.element || value === formula) return;
    if (formula && isFresh) isFresh = /^1d6$/.test(value ?? '');
    formula = value ?? '';
    if (!/^1d\w+$/.test(formula)) isFresh = false;
    line.show(formula);
  };
  return { element: el('div', { class: 'dice-field throw' }, keys, line.element, el('div', { class: 'chips-row' }, ...kept)), show };
}
