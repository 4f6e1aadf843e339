/** @file The entries of a table, each a row: conditions with what follows, rows of a sheet with their formula. */

import { el } from '../../core/dom.js';
import { CONDITIONS, NUMBERS, begin, sayable } from '../patterns.js';
import { asName, freeName } from '../names.js';
import { button, newId, typed } from './controls.js';
import { effectsField, formulaField } from './sentences.js';

/**
 * @typedef {{words: import('./controls.js').Words, reachOf: () => import('./sentences.js').Reach, label: (name: string) => string,
 *            edit: (...edits: import('../draft.js').Edit[]) => void, readonly path: string[]}} Place where the table lies, and what it may speak of
 * @typedef {{key: import('./controls.js').Control|null, value: import('./controls.js').Control, element: HTMLElement}} Entry
 */

/** One control below its name. */
function under(title, control) {
  return el('div', { class: 'part' }, el('p', { class: 'part-name' }, title), control.element);
}

/** A condition, and what follows from it. @param {Place} place @param {{key: string}} own its key now @returns {Entry} */
function conditionEntry(place, own, rename) {
  const { words, reachOf, edit } = place;
  const condition = formulaField(reachOf, { group: 'condition', patterns: CONDITIONS }, (line) => line && rename(line), { id: newId(), described: '' });
  const effects = effectsField(reachOf, (lines) => edit({ do: 'set', path: [...place.path, own.key], value: lines }), { id: newId(), described: '' });
  return { key: condition, value: effects, element: el('div', { class: 'entry-parts' }, under(words('maker-page.if'), condition), under(words('maker-page.then'), effects)) };
}

/** A row of a sheet: its name and its formula. @param {Place} place @param {{key: string}} own its key now @returns {Entry} */
function rowEntry(place, own, rename) {
  const { words, reachOf, edit } = place;
  const name = typed({ label: words('maker-page.name'), maximum: 60 }, () => {});
  name.element.addEventListener('change', () => rename(/** @type {any} */ (name.element).value.trim()));
  const formula = formulaField(reachOf, { group: 'number', patterns: NUMBERS }, (line) => edit({ do: 'set', path: [...place.path, own.key], value: line }), { id: newId(), described: '' });
  return { key: name, value: formula, element: el('div', { class: 'entry-parts' }, name.element, formula.element) };
}

/**
 * @param {Place} place
 * @param {'conditions'|'rows'} kind
 * @param {(path: string[]) => string} faultAt what is wrong with an entry
 * @returns {import('./controls.js').Control}
 */
export function entriesOf(place, kind, faultAt) {
  const { words, reachOf, label, edit } = place;
  const isRows = kind === 'rows';
  const list = el('ol', { class: 'entries' });
  /** @type {Map<string, Entry & {row: HTMLElement, fault: HTMLElement}>} */
  const drawn = new Map();
  let table = {};
  /** Call an entry *to*: it is the same one, though the table hasn't said so yet. */
  const rename = (own) => (to) => {
    const name = isRows ? asName(to) : to;
    if (!name || name === own.key || drawn.has(name)) return;
    const said = isRows && label(name) !== to ? [{ do: 'set', path: ['text', document.documentElement.lang, name], value: to }] : [];
    edit({ do: 'rename', path: [...place.path, own.key], name }, ...said);
    drawn.set(name, drawn.get(own.key));
    drawn.delete(own.key);
    own.key = name;
  };
  const entryOf = (key) => {
    const own = { key };
    const entry = (isRows ? rowEntry : conditionEntry)(place, own, rename(own));
    const remove = button(words('maker-page.remove-word', { label: isRows ? label(key) : key }), 'icon', () => edit({ do: 'set', path: [...place.path, own.key], value: null }), '×');
    const fault = el('p', { class: 'fault', role: 'status' });
    return { ...entry, fault, row: el('li', {}, entry.element, remove, fault) };
  };
  const add = button('', 'small', () => {
    const name = isRows ? freeName(Object.keys(table), asName(words('maker-page.row')) || 'row') : freeCondition(reachOf(), Object.keys(table));
    if (name !== null) edit({ do: 'set', path: [...place.path, name], value: isRows ? 'sum' : [] });
  }, words(isRows ? 'maker-page.add-row' : 'maker-page.add-condition'));
  const show = (value) => {
    table = value && typeof value === 'object' && !Array.isArray(value) ? value : {};
    for (const [key, entry] of drawn) {
      if (key in table) continue;
      entry.row.remove();
      drawn.delete(key);
    }
    Object.entries(table).forEach(([key, each], i) => {
      const entry = drawn.get(key) ?? entryOf(key);
      drawn.set(key, entry);
      if (list.children[i] !== entry.row) list.insertBefore(entry.row, list.children[i] ?? null);
      entry.key?.show(isRows ? label(key) : key);
      entry.value.show(each);
      entry.fault.textContent = faultAt([...place.path, key]);
    });
  };
  return { element: el('div', { class: 'entries-field' }, list, add), show };
}

/** @returns {string|null} the first condition that isn't among *taken* */
function freeCondition(reach, taken) {
  const lines = sayable(CONDITIONS, reach.names, reach.about).map((pattern) => begin(pattern, reach.names));
  return lines.find((line) => line !== null && line !== 'always' && !taken.includes(line)) ?? lines.find((line) => !taken.includes(line)) ?? null;
}
