/** @file The field of each kind, with its name, its hint and what is wrong with it. */

import { el } from '../../core/dom.js';
import { CONDITIONS, NUMBERS } from '../patterns.js';
import { namesIn } from '../names.js';
import { chips, newId, picker, stepper, toggle, typed } from './controls.js';
import { diceField } from './dice.js';
import { numberList, spanField } from './lists.js';
import { effectsField, formulaField } from './sentences.js';
import { choicesField, pairsField, placesField, poolField, saidField, signsField } from './tables.js';
import { byPeopleField, countField, facesField, wordsField } from './ways.js';

/** So many choices stand as chips; more are picked from a list. */
const AS_CHIPS = 8;

/**
 * @typedef {{key: string, title: string, hint: string, kind: string, choices: {value: any, title: string}[]|null, of: string|null,
 *            minimum: number|null, maximum: number|null, required: boolean, advanced: boolean}} Field
 * @typedef {{words: import('./controls.js').Words, label: (name: string) => string, data: () => any, set: (value: any) => void,
 *            thing: () => any, path: string[], starts: (key: string) => any, reachOf: () => import('./sentences.js').Reach}} Around what a field may know, and how it says what it has become
 * @typedef {{id: string, described: string}} About
 */

/** Names of the thing that a field refers to, "counter:NAME" where it says so. */
function referable({ of }, data) {
  const names = namesIn(data);
  return (of ?? '').split('|').flatMap((kind) => names[kind] ?? []);
}

/** @type {Object<string, (field: Field, around: Around, about: About) => import('./controls.js').Control>} */
const MAKERS = {
  'text': (field, { set }, about) => typed({ ...about, hint: field.hint, maximum: field.maximum }, (text) => set(text.trim() || null)),
  'lines': (field, { set }, about) => linesOf(typed({ ...about, rows: 4 }, (text) => set(text.split('\n').map((line) => line.trim()).filter(Boolean)))),
  'said': saidField,
  'number': (field, around, about) => (field.of ? countField(field, around, about) : stepper({ ...about, words: around.words, name: field.title, minimum: field.minimum, maximum: field.maximum }, around.set)),
  'flag': (field, { set }, about) => toggle({ ...about, title: field.title }, (value) => set(value || null)),
  'choice': (field, { words, set }, about) => {
    const choices = field.choices ?? [];
    if (choices.length > AS_CHIPS) return picker({ ...about, choices: [{ value: '', title: words('maker-page.none') }, ...choices] }, (value) => set(value || null));
    return chips({ ...about, label: field.title, choices, none: field.required ? undefined : words('maker-page.usual') }, set);
  },
  'notation': (field, { words, set }, about) => diceField(words, set, about),
  'names': wordsField,
  'weights': wordsField,
  'faces': facesField,
  'by-people': byPeopleField,
  'pool': poolField,
  'pairs': pairsField,
  'places': placesField,
  'signs': signsField,
  'choices': choicesField,
  'numbers': (field, { words, set }, about) => numberList(words, { ...about, name: field.title }, set),
  'range': (field, { words, set }, about) => spanField(words, { ...about, minimum: field.minimum ?? 0, maximum: field.maximum }, set),
  'expression': (field, { set, reachOf }, about) => formulaField(reachOf, formulaOf(field.key), (line) => set(line || null), about),
  'effects': (field, { set, reachOf }, about) => effectsField(reachOf, (lines) => set(lines), about),
  'effect': oneOf,
};

/** @returns {{group: string, patterns: import('../patterns.js').Pattern[]}} the sentences of the formula under *key* */
const formulaOf = (key) => (key === 'when' ? { group: 'condition', patterns: CONDITIONS } : { group: 'number', patterns: NUMBERS });

function linesOf(control) {
  return { element: control.element, show: (value) => control.show(Array.isArray(value) ? value.join('\n') : value) };
}

/** Chips that are as many as there are things now: they may be made later than the field. */
function chosenFrom(choicesNow, field, { words, set }, about) {
  const element = el('div', {});
  let drawn = '';
  const show = (value) => {
    const choices = choicesNow();
    const now = JSON.stringify([choices, value]);
    if (now === drawn) return;
    drawn = now;
    const made = chips({ ...about, label: field.title, choices, none: field.required ? undefined : words('maker-page.none') }, set);
    made.show(value ?? null);
    const had = element.contains(document.activeElement);
    element.replaceChildren(choices.length ? made.element : el('p', { class: 'quiet' }, words('maker-page.nothing-to-choose')));
    if (had) element.querySelector('[aria-pressed=true]')?.focus();
  };
  return { element, show };
}

/** The thing that a field refers to. */
function reference(field, around, about) {
  return chosenFrom(() => referable(field, around.data()).map((name) => ({ value: name, title: around.label(name) })), field, around, about);
}

/** One line of some patterns, such as "roll DICE": each with each thing that it may be about. */
function oneOf(field, around, about) {
  const choicesNow = () => (field.choices ?? []).flatMap(({ value, title }) => {
    const [, verb, kind] = /^(.*?) ?([A-Z]+)?$/.exec(value);
    if (!kind) return [{ value, title }];
    return (namesIn(around.data())[kind.toLowerCase()] ?? []).map((name) => ({ value: `${verb} ${name}`, title: filledTitle(title, kind, around.label(name)) }));
  });
  return chosenFrom(choicesNow, field, around, about);
}

/** *title* with *name* in the place of the word in capitals, or behind it. */
const filledTitle = (title, kind, name) => (title.includes(kind) ? title.replace(kind, name) : `${title} ${name}`);

/** The name above a field: a label of what can have one, else what its group is named by. */
function headOf({ title }, element, id) {
  const own = element.id === id ? element : element.querySelector(`#${id}`);
  if (own?.matches('input, select, textarea')) return el('label', { for: id }, title);
  const name = newId();
  own?.setAttribute('aria-labelledby', name);
  own?.removeAttribute('aria-label');
  return el('p', { class: 'field-name', id: name }, title);
}

/**
 * @param {Field} field
 * @param {Around} around
 * @returns {{key: string, element: HTMLElement, show: (value: any, said: string) => void}} *said* is what is wrong, "" for nothing
 */
export function fieldOf(field, around) {
  const [id, hint, fault] = [newId(), newId(), newId()];
  const about = { id, described: `${hint} ${fault}` };
  const make = field.kind === 'reference' ? reference : (MAKERS[field.kind] ?? MAKERS.text);
  const control = make(field, around, about);
  const wrong = el('p', { class: 'fault', id: fault });
  const head = field.kind === 'flag' ? [] : [headOf(field, control.element, id)];
  const told = el('p', { class: 'hint', id: hint }, field.hint);
  const element = el('div', { 'class': 'field-row', 'data-field': field.key }, ...head, control.element, ...(field.hint ? [told] : []), wrong);
  const show = (value, said) => {
    control.show(value);
    if (wrong.textContent !== said) wrong.textContent = said;
    element.classList.toggle('wrong', Boolean(said));
    for (const input of element.querySelectorAll(`[aria-describedby~="${fault}"]:is(input, select, textarea)`)) {
      if (said) input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
    }
  };
  return { key: field.key, element, show };
}
