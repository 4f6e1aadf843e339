/** @file Fields that can be given in several ways: words of one's own or people's, numbers or faces, a number or a counter. */

import { el } from '../../core/dom.js';
import { facesIn, facesOut } from '../names.js';
import { chips, newId, stepper } from './controls.js';
import { rangeField, wordList } from './lists.js';

/**
 * Chips for the ways, and what fills in the one that is chosen.
 * @typedef {{value: string, title: string, control: import('./controls.js').Control|null, first: any}} Way *first* is what it begins with
 * @param {import('./fields.js').About & {label: string}} about
 * @param {() => Way[]} waysOf
 * @param {(value: any) => string} wayOf
 * @param {(value: any) => void} set
 * @returns {import('./controls.js').Control}
 */
function severalWays(about, waysOf, wayOf, set) {
  const element = el('div', { class: 'ways' });
  let [drawn, now] = ['', /** @type {any} */ (null)];
  let way = '';
  const show = (value) => {
    now = value;
    way = wayOf(value);
    const ways = waysOf();
    const next = JSON.stringify([way, ways.map(({ value: each, title }) => [each, title])]);
    const chosen = ways.find((each) => each.value === way);
    if (next !== drawn) {
      drawn = next;
      const pick = chips({ ...about, choices: ways }, (to) => {
        const { first } = ways.find((each) => each.value === to);
        if (to !== way) set(first);
        show(to === way ? now : first);
      });
      pick.show(way);
      const had = element.contains(document.activeElement);
      element.replaceChildren(...(ways.length > 1 ? [pick.element] : []), ...(chosen?.control ? [chosen.control.element] : []));
      if (had) element.querySelector('[aria-pressed=true]')?.focus();
    }
    chosen?.control?.show(value);
  };
  return { element, show };
}

/** Words of one's own, those of a list of the kit, or what else the field takes, such as "people". */
export function wordsField(field, { words, label, data, set, starts }, about) {
  const own = wordList(words, { ...about, id: newId(), name: field.title, weighs: field.kind === 'weights', starts: starts(field.key) }, set);
  const ways = () => [
    { value: '', title: words('maker-page.own-words'), control: own, first: [] },
    ...(field.choices ?? []).map(({ value, title }) => ({ value, title, control: null, first: value })),
    ...Object.keys(data().list ?? {}).map((name) => ({ value: `list:${name}`, title: label(name), control: null, first: `list:${name}` })),
  ];
  return severalWays({ ...about, label: field.title }, ways, (value) => (typeof value === 'string' ? value : ''), set);
}

/** Numbers in a row, "1-6", or faces of one's own; a face may have several symbols. */
export function facesField(field, { words, set }, about) {
  const range = rangeField(words, { ...about, id: newId() }, set);
  const own = wordList(words, { ...about, id: newId(), name: field.title, weighs: false, hint: words('maker-page.face-hint') }, (value) => set(value.length ? facesOut(value) : null));
  const ways = () => [
    { value: 'none', title: words('maker-page.none'), control: null, first: null },
    { value: 'range', title: words('maker-page.numbers'), control: range, first: '1-6' },
    { value: 'own', title: words('maker-page.own-words'), control: { element: own.element, show: (value) => own.show(facesIn(value)) }, first: [] },
  ];
  return severalWays({ ...about, label: field.title }, ways, (value) => (Array.isArray(value) ? 'own' : typeof value === 'string' ? 'range' : 'none'), set);
}

/** A number, or the counter that it is taken from. */
export function countField(field, { words, label, data, set }, about) {
  const number = stepper({ words, id: newId(), label: field.title, name: field.title, minimum: field.minimum, maximum: field.maximum }, set);
  const ways = () => [
    { value: '', title: words('maker-page.a-number'), control: number, first: field.minimum ?? 1 },
    ...Object.keys(data().counter ?? {}).map((name) => ({ value: name, title: label(name), control: null, first: name })),
  ];
  return severalWays({ ...about, label: field.title }, ways, (value) => (typeof value === 'string' ? value : ''), set);
}

/** One number for all, or one by how many people play. */
export function byPeopleField(field, { words, set }, about) {
  const one = stepper({ words, id: newId(), label: field.title, name: field.title, minimum: 1, maximum: field.maximum ?? 99 }, set);
  const list = el('ol', { class: 'numbers-list' });
  const by = { element: list, show: (value) => {
    list.replaceChildren(...[2, 3, 4, 5, 6, 7, 8].map((people) => {
      const name = words('maker-page.for-people', { count: people });
      const number = stepper({ words, label: name, name, minimum: 0, maximum: 99, unset: 0 }, (now) => {
        const next = { ...value, [people]: now };
        if (!now) delete next[people];
        Object.assign(value, next);
        if (!now) delete value[people];
        set(next);
      });
      number.show(value[people] ?? 0);
      return el('li', {}, el('span', {}, name), number.element);
    }));
  } };
  const ways = () => [
    { value: 'none', title: words('maker-page.none'), control: null, first: null },
    { value: 'one', title: words('maker-page.a-number'), control: one, first: 5 },
    { value: 'by', title: words('maker-page.by-people'), control: by, first: { 2: 7, 3: 5 } },
  ];
  return severalWays({ ...about, label: field.title }, ways, (value) => (value === null || value === undefined ? 'none' : typeof value === 'object' ? 'by' : 'one'), set);
}
