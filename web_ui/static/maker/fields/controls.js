/** @file Controls of the maker's forms: a number with − and +, chips, a line to type in. Each shows what it is told. */

import { el } from '../../core/dom.js';

/**
 * @typedef {(key: string, values?: Object<string, string|number>) => string} Words
 * @typedef {{element: HTMLElement, show: (value: any) => void}} Control
 * @typedef {{id?: string, label?: string, described?: string}} About its own id, else its spoken name, and the ids of what explains it
 */

let last = 0;
/** @returns {string} an id that no other element has */
export const newId = () => `maker-${(last += 1)}`;

const CAN_FOCUS = 'button, input, select, textarea, summary';

/** Have *draw* draw what is in *root* anew; the focus stays where it was. */
export function keepFocus(root, draw) {
  const place = [...root.querySelectorAll(CAN_FOCUS)].indexOf(document.activeElement);
  draw();
  if (place >= 0) ([...root.querySelectorAll(CAN_FOCUS)][place] ?? root).focus();
}

const spoken = ({ id, label, described }) => ({ 'id': id, 'aria-label': label, 'aria-describedby': described });

/** @param {string} label spoken, "" where its face says it @param {string} kind its class @returns {HTMLElement} */
export function button(label, kind, then, ...face) {
  const made = el('button', { 'class': `button plain ${kind}`, 'type': 'button', 'aria-label': label || null }, ...face);
  made.addEventListener('click', then);
  return made;
}

/**
 * A number with − and +, which can be typed too.
 * @param {About & {words: Words, minimum?: number|null, maximum?: number|null, unset?: number|null}} about *unset* is shown for no value
 * @param {(value: number) => void} set
 * @returns {Control}
 */
export function stepper(about, set) {
  const { words, minimum = null, maximum = null, unset = null } = about;
  const [least, most] = [minimum ?? -999_999, maximum ?? 999_999];
  const input = el('input', { ...spoken(about), class: 'field', type: 'text', inputmode: 'numeric', autocomplete: 'off', maxlength: 7 });
  const bounded = (value) => Math.max(least, Math.min(most, value));
  const step = (by) => {
    const before = Number.parseInt(input.value, 10);
    const now = bounded((Number.isNaN(before) ? (unset ?? Math.max(0, least) - Math.max(0, by)) : before) + by);
    input.value = String(now);
    set(now);
  };
  input.addEventListener('input', () => /^-?\d+$/.test(input.value.trim()) && set(bounded(Number(input.value))));
  const name = about.name ?? about.label ?? '';
  const less = button(words('maker-page.less', { label: name }), 'step', () => step(-1), '−');
  const more = button(words('maker-page.more-of', { label: name }), 'step', () => step(1), '+');
  const show = (value) => {
    if (document.activeElement !== input || value === null) input.value = value === null || value === undefined ? (unset === null ? '' : String(unset)) : String(value);
  };
  return { element: el('div', { class: 'adjuster' }, less, input, more), show };
}

/**
 * One of few, as chips.
 * @param {About & {choices: {value: any, title: string}[], none?: string}} about *none* is the word of no choice
 * @param {(value: any) => void} set
 * @returns {Control}
 */
export function chips(about, set) {
  const all = [...(about.none === undefined ? [] : [{ value: null, title: about.none }]), ...about.choices];
  const made = all.map(({ value, title }) => {
    const chip = el('button', { 'class': 'chip-button', 'type': 'button', 'aria-pressed': 'false', 'data-value': String(value ?? '') }, title);
    chip.addEventListener('click', () => {
      show(value);
      set(value);
    });
    return chip;
  });
  const element = el('div', { ...spoken(about), class: 'chips-row', role: 'group' }, ...made);
  const show = (value) => made.forEach((chip, i) => chip.setAttribute('aria-pressed', String(JSON.stringify(all[i].value) === JSON.stringify(value ?? null))));
  return { element, show };
}

/** One of many. @param {About & {choices: {value: string, title: string}[]}} about @param {(value: string) => void} set @returns {Control} */
export function picker(about, set) {
  const options = about.choices.map(({ value, title }) => el('option', { value }, title));
  const element = el('select', { ...spoken(about), class: 'field' }, ...options);
  element.addEventListener('change', () => set(element.value));
  return { element, show: (value) => { element.value = value ?? ''; } };
}

/**
 * A line, or several.
 * @param {About & {hint?: string, rows?: number, maximum?: number|null, mono?: boolean}} about
 * @param {(text: string) => void} set
 * @returns {Control}
 */
export function typed(about, set) {
  const { hint = '', rows = 1, maximum = null, mono = false } = about;
  const usual = { ...spoken(about), class: mono ? 'field mono' : 'field', autocomplete: 'off', maxlength: maximum ?? 400, placeholder: hint };
  const letters = mono ? { autocapitalize: 'off', spellcheck: 'false' } : {};
  const input = rows > 1 ? el('textarea', { ...usual, ...letters, rows, maxlength: 4000 }) : el('input', { ...usual, ...letters, type: 'text', enterkeyhint: 'done' });
  input.addEventListener('input', () => set(input.value));
  return { element: input, show: (value) => { if (document.activeElement !== input) input.value = value ?? ''; } };
}

/** Yes or no. @param {About & {title: string}} about @param {(value: boolean) => void} set @returns {Control} */
export function toggle(about, set) {
  const input = el('input', { 'id': about.id, 'type': 'checkbox', 'aria-describedby': about.described });
  input.addEventListener('change', () => set(input.checked));
  return { element: el('label', { class: 'toggle' }, input, el('span', {}, about.title)), show: (value) => { input.checked = Boolean(value); } };
}
