/** @file Lists: words one below the other, each with a number if wanted; numbers in a row. */

import { el } from '../../core/dom.js';
import { button, keepFocus, stepper, typed } from './controls.js';

/** @param {string} text @returns {string[]} the words in it: commas and lines part them */
export const wordsIn = (text) => text.split(/[,;\n]/).map((word) => word.trim().replace(/\s+/g, ' ')).filter(Boolean);

/** @typedef {[string, number]} Weighted a word and its number */

/** @param {any} value a list of words, or a table of numbers by word @returns {Weighted[]} */
export function weightsIn(value) {
  if (Array.isArray(value)) return value.map((word) => [String(word), 1]);
  return value && typeof value === 'object' ? Object.entries(value) : [];
}

/** @param {Weighted[]} weights @returns {any} a list where each number is 1, else a table */
export function asWeights(weights) {
  if (weights.every(([, number]) => number === 1)) return weights.map(([word]) => word);
  return Object.fromEntries(weights);
}

/** Move what is at *from* one place up or down. */
function moved(all, from, by) {
  const now = [...all];
  const [one] = now.splice(from, 1);
  now.splice(from + by, 0, one);
  return now;
}

/**
 * Words that are typed, each a row.
 * @param {import('./controls.js').Words} words
 * @param {{id: string, described: string, name: string, weighs: boolean, hint?: string, starts?: any}} about *starts* are the words of a new thing
 * @param {(value: any) => void} set
 * @returns {import('./controls.js').Control}
 */
export function wordList(words, about, set) {
  /** @type {Weighted[]} */
  let all = [];
  let drawn = '';
  const list = el('ol', { class: 'words-list' });
  const input = el('input', { 'id': about.id, 'aria-label': about.name, 'class': 'field', 'type': 'text', 'autocomplete': 'off', 'maxlength': 2000, 'enterkeyhint': 'enter', 'placeholder': about.hint ?? words('maker-page.word-hint'), 'aria-describedby': about.described });
  const change = (now) => {
    all = now;
    set(about.weighs ? asWeights(now) : now.map(([word]) => word));
    draw();
  };
  const add = () => {
    const known = new Set(all.map(([word]) => word));
    const fresh = [...new Set(wordsIn(input.value))].filter((word) => !about.weighs || !known.has(word));
    input.value = '';
    // Words that only show what might stand there give way to the first of one's own.
    const kept = JSON.stringify(all) === JSON.stringify(weightsIn(about.starts)) ? [] : all;
    if (fresh.length) change([...kept, ...fresh.map((word) => /** @type {Weighted} */ ([word, 1]))]);
  };
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ',') return;
    event.preventDefault();
    add();
  });
  input.addEventListener('change', add);
  const rowOf = ([word, number], i) => {
    const put = (now) => change(all.map((each, at) => (at === i ? now : each)));
    const name = typed({ label: words('maker-page.word-number', { number: i + 1 }), maximum: 60 }, () => {});
    name.show(word);
    const field = /** @type {any} */ (name.element);
    field.addEventListener('change', () => field.value.trim() && put([field.value.trim(), all[i][1]]));
    const weight = about.weighs ? stepper({ words, label: words('maker-page.weight-of', { label: word }), name: word, minimum: 1, maximum: 99 }, (now) => put([all[i][0], now])) : null;
    weight?.show(number);
    const up = button(words('maker-page.up', { label: word }), 'icon up', () => change(moved(all, i, -1)), '↑');
    if (!i) up.setAttribute('disabled', '');
    const remove = button(words('maker-page.remove-word', { label: word }), 'icon', () => change(all.filter((_, at) => at !== i)), '×');
    return el('li', { class: about.weighs ? 'weighs' : null }, field, ...(weight ? [weight.element] : []), up, remove);
  };
  const draw = () => {
    const now = JSON.stringify(all);
    if (now === drawn) return;
    drawn = now;
    keepFocus(list, () => list.replaceChildren(...all.map(rowOf)));
  };
  const show = (value) => {
    all = weightsIn(value);
    if (!list.contains(document.activeElement) || !(/** @type {any} */ (document.activeElement).matches('input'))) draw();
  };
  const enter = button('', 'add-word', add, words('maker-page.add'));
  return { element: el('div', { class: 'word-field' }, list, el('div', { class: 'typed' }, input, enter)), show };
}

/**
 * Numbers in a row, each with − and +.
 * @param {import('./controls.js').Words} words
 * @param {{id: string, described: string, name: string}} about
 * @param {(value: number[]) => void} set
 * @returns {import('./controls.js').Control}
 */
export function numberList(words, about, set) {
  let [all, drawn] = [/** @type {number[]} */ ([]), ''];
  const list = el('ol', { class: 'numbers-list' });
  const change = (now) => {
    all = now;
    set(now);
    draw();
  };
  const draw = () => {
    const now = JSON.stringify(all);
    if (now === drawn) return;
    drawn = now;
    keepFocus(list, () => list.replaceChildren(...all.map((number, i) => {
      const label = words('maker-page.word-number', { number: i + 1 });
      const step = stepper({ words, label, name: label }, (value) => change(all.map((each, at) => (at === i ? value : each))));
      step.show(number);
      return el('li', {}, step.element, button(words('maker-page.remove-word', { label: String(number) }), 'icon', () => change(all.filter((_, at) => at !== i)), '×'));
    })));
  };
  const more = button('', 'small', () => change([...all, (all.at(-1) ?? 0) + 1]), words('maker-page.add'));
  const show = (value) => {
    all = Array.isArray(value) ? value.filter(Number.isInteger) : [];
    draw();
  };
  return { element: el('div', { 'id': about.id, 'class': 'number-field', 'role': 'group', 'aria-describedby': about.described }, list, more), show };
}

/**
 * From one number to another, "1-6".
 * @param {import('./controls.js').Words} words
 * @param {{id: string, described: string}} about
 * @param {(value: string) => void} set
 * @returns {import('./controls.js').Control}
 */
export function rangeField(words, about, set) {
  let [least, most] = [1, 6];
  const put = () => set(`${least}-${Math.max(least, most)}`);
  const [from, to] = ['from', 'to'].map((end, i) => {
    const label = words(`maker-page.range-${end}`);
    return stepper({ words, label, name: label, minimum: 0 }, (value) => {
      [least, most] = i ? [least, value] : [value, most];
      put();
    });
  });
  const show = (value) => {
    const found = /^(\d+)-(\d+)$/.exec(String(value ?? ''));
    if (found) [least, most] = [Number(found[1]), Number(found[2])];
    from.show(found ? least : '');
    to.show(found ? most : '');
  };
  return { element: el('div', { 'id': about.id, 'class': 'range-field', 'role': 'group', 'aria-describedby': about.described }, el('span', {}, words('maker-page.range-from')), from.element, el('span', {}, words('maker-page.range-to')), to.element), show };
}

/**
 * From so many to so many, [2, 6].
 * @param {import('./controls.js').Words} words
 * @param {{id: string, described: string, minimum: number, maximum: number|null}} about
 * @param {(value: number[]) => void} set
 * @returns {import('./controls.js').Control}
 */
export function spanField(words, about, set) {
  const text = (value) => (Array.isArray(value) ? value.join('-') : '');
  const range = rangeField(words, about, (line) => set(line.split('-').map(Number)));
  return { element: range.element, show: (value) => range.show(text(value)) };
}
