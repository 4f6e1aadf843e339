/** @file Fields that hold several values: dice of a pool, pairs of symbols, what belongs to each name, texts in two languages. */

import { el } from '../../core/dom.js';
import { asWords, labelOf, wordsOf } from '../names.js';
import { button, keepFocus, newId, picker, stepper, typed } from './controls.js';

/** "2 ability", or one of them. */
const POOL_DICE = /^(?:(\d+) )?(\S+)$/;

const isTable = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Rows that are drawn anew when there are others.
 * @template T
 * @param {(value: any) => T[]} rowsIn
 * @param {(row: T, i: number, all: T[]) => HTMLElement[]} draw
 * @param {HTMLElement[]} below
 */
function rowsOf(rowsIn, draw, below = []) {
  const list = el('ol', { class: 'rows-list' });
  let drawn = '';
  const show = (value) => {
    const all = rowsIn(value);
    const now = JSON.stringify(all);
    if (now === drawn || (drawn && list.contains(document.activeElement) && document.activeElement?.matches('input'))) return;
    drawn = now;
    keepFocus(list, () => list.replaceChildren(...all.map((row, i) => el('li', {}, ...draw(row, i, all)))));
  };
  return { element: el('div', { class: 'rows-field' }, list, ...below), show };
}

const without = (all, i) => all.filter((_, at) => at !== i);
const instead = (all, i, row) => all.map((each, at) => (at === i ? row : each));
const orNull = (all) => (all.length ? all : null);

/** How many of each die are in a pool: ["2 ability", "1 difficulty"]. */
export function poolField(field, { words, label, data, set }) {
  const known = () => Object.keys(data().dice ?? {});
  const said = (rows) => rows.filter(([, count]) => count > 0).map(([name, count]) => `${count} ${name}`);
  const rowsIn = (value) => {
    const given = new Map((Array.isArray(value) ? value : []).map((each) => POOL_DICE.exec(each)).filter(Boolean).map(([, count, name]) => [name, Number(count ?? 1)]));
    return known().map((name) => [name, given.get(name) ?? 0]);
  };
  return rowsOf(rowsIn, ([name, count], i, all) => {
    const number = stepper({ words, label: label(name), name: label(name), minimum: 0, maximum: 20 }, (now) => set(said(instead(all, i, [name, now]))));
    number.show(count);
    return [el('span', {}, label(name)), number.element];
  });
}

/** Pairs of symbols that take each other away. */
export function pairsField(field, { words, set }) {
  let rows = [];
  const add = button('', 'small', () => set([...rows, ['success', 'failure']]), words('maker-page.add'));
  return rowsOf((value) => (rows = Array.isArray(value) ? value : []), (pair, i, all) => {
    const inputs = pair.map((symbol, at) => {
      const input = typed({ label: words('maker-page.word-number', { number: at + 1 }), maximum: 60 }, () => {});
      input.show(symbol);
      input.element.addEventListener('change', () => set(instead(all, i, instead(pair, at, /** @type {any} */ (input.element).value.trim()))));
      return input.element;
    });
    return [...inputs, button(words('maker-page.remove-word', { label: pair.join(', ') }), 'icon', () => set(orNull(without(all, i))), '×')];
  }, [add]);
}

/** For each name one of some choices: the picture of each token, where a card goes by its token's state. */
function eachName(namesOf, field, { words, label, set }) {
  return rowsOf((value) => namesOf().map((name) => [name, value?.[name] ?? '']), ([name, chosen], i, all) => {
    const pick = picker({ label: label(name), choices: [{ value: '', title: words('maker-page.none') }, ...(field.choices ?? [])] }, (now) => {
      const table = Object.fromEntries(instead(all, i, [name, now]).filter(([, each]) => each));
      set(Object.keys(table).length ? table : null);
    });
    pick.show(chosen);
    return [el('span', {}, name === 'else' ? words('maker-page.otherwise') : label(name)), pick.element];
  });
}

/** @param {string[]} path of the thing */
export function signsField(field, around) {
  return eachName(() => {
    const token = around.thing() ?? {};
    return Array.isArray(token.names) ? token.names : [around.path[1]];
  }, field, around);
}

export function placesField(field, around) {
  return eachName(() => [...new Set(Object.values(around.data().token ?? {}).flatMap((token) => token.states ?? [])), 'else'], field, around);
}

/** A number, or one for each choice of the game's option: the word of each with its number. */
export function choicesField(field, { words, set }, about) {
  let value = /** @type {any} */ (null);
  const one = stepper({ ...about, words, name: field.title, minimum: field.minimum, maximum: field.maximum }, set);
  const rows = rowsOf((now) => Object.entries(isTable(now) ? now : {}), ([name, number], i, all) => {
    const input = typed({ label: words('maker-page.name'), maximum: 60 }, () => {});
    input.show(name);
    input.element.addEventListener('change', () => set(Object.fromEntries(instead(all, i, [/** @type {any} */ (input.element).value.trim(), number]))));
    const step = stepper({ words, label: name, name }, (now) => set(Object.fromEntries(instead(all, i, [name, now]))));
    step.show(number);
    return [input.element, step.element, button(words('maker-page.remove-word', { label: name }), 'icon', () => set(Object.fromEntries(without(all, i))), '×')];
  }, [button('', 'small', () => set({ ...value, [`choice-${Object.keys(value).length + 1}`]: 1 }), words('maker-page.add'))]);
  rows.element.hidden = true;
  const show = (now) => {
    value = now;
    rows.element.hidden = !isTable(now);
    one.element.hidden = isTable(now);
    if (isTable(now)) rows.show(now);
    else one.show(now);
  };
  return { element: el('div', {}, one.element, rows.element), show };
}

/** A text in the language of the page; what it says in others stays. */
export function saidField(field, { set }, about) {
  const { lang } = document.documentElement;
  let value = {};
  const input = typed({ ...about, hint: field.hint, maximum: 60 }, (text) => {
    const now = { ...value, [lang]: text.trim() };
    if (!now[lang]) delete now[lang];
    set(Object.keys(now).length ? now : null);
  });
  const show = (now) => {
    value = isTable(now) ? now : {};
    input.show(value[lang] ?? Object.values(value)[0] ?? '');
  };
  return { element: input.element, show };
}

/**
 * What each name of the kit is called in one language.
 * @param {string} lang
 * @param {{words: import('./controls.js').Words, data: () => any, edit: (...edits: any[]) => void}} around
 * @returns {import('./controls.js').Control}
 */
export function textsField(lang, { data, edit }) {
  /** @type {Map<string, {row: HTMLElement, control: import('./controls.js').Control}>} */
  const rows = new Map();
  const list = el('div', { class: 'texts-list' });
  const rowOf = (name) => {
    const id = newId();
    const control = typed({ id, hint: labelOf(data(), name, lang), maximum: 400 }, (text) => edit({ do: 'set', path: ['text', lang, name], value: text.trim() || null }));
    return { control, row: el('div', { class: 'form-row' }, el('label', { for: id }, asWords(name)), control.element) };
  };
  const show = (texts) => {
    const names = [...new Set([...wordsOf(data()), ...Object.keys(texts ?? {})])];
    for (const name of names) {
      if (!rows.has(name)) rows.set(name, rowOf(name));
      const { row, control } = rows.get(name);
      if (!row.isConnected || row.parentElement !== list) list.append(row);
      control.show(texts?.[name] ?? '');
    }
    for (const [name, { row }] of rows) {
      if (names.includes(name)) continue;
      row.remove();
      rows.delete(name);
    }
  };
  return { element: list, show };
}
