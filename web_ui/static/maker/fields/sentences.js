/** @file Effects, conditions and formulas as sentences: a pattern is chosen, its holes are filled by tapping; experts type the line. */

import { el } from '../../core/dom.js';
import { button, keepFocus, picker, stepper, typed } from './controls.js';
import { asName } from '../names.js';
import { EFFECTS, FOR_PEOPLE, OPERATORS, WHOM, begin, holesOf, kindOf, piecesOf, readAny, sayable, whomOf, write } from '../patterns.js';

/**
 * @typedef {{words: import('./controls.js').Words, label: (name: string) => string, names: import('../patterns.js').Names,
 *            about: {dice?: boolean, card?: boolean, always?: boolean}, tell: (name: string, text: string) => void}} Reach what can be spoken of, how it is called, and what it is called now
 */

const SIGNS = { '=': '=', '!=': '≠', '<': '<', '<=': '≤', '>': '>', '>=': '≥' };
/** Formulas that a number is often taken from. */
const TAKEN = ['sum', 'highest', 'lowest', 'pairs'];

/** The words and holes of a pattern's sentence. */
function sentencePieces(words, group, { key, line }) {
  const open = Object.fromEntries(holesOf(line).map((hole) => [hole, `{${hole}}`]));
  return piecesOf(words(`maker-page.${group}.${key}`, open));
}

/** The same as the words of a chip: the one thing that there is, else what kind of thing it takes. */
function asChip({ words, label, names }, group, pattern) {
  const inHole = (hole) => {
    const known = names[kindOf(hole)];
    if (hole === 'op') return '=';
    if (!known) return '…';
    return known.length === 1 ? label(known[0]) : words(`maker-page.hole.${kindOf(hole)}`);
  };
  return sentencePieces(words, group, pattern).map((piece) => (typeof piece === 'string' ? piece : inHole(piece.hole))).join('');
}

/** One hole's control. @param {Reach} reach @param {string} hole @param {string} value @param {(value: string) => void} set */
function holeOf(reach, hole, value, set) {
  const { words, label, names } = reach;
  const kind = kindOf(hole);
  const spoken = words(`maker-page.hole.${kind}`);
  if (kind === 'number') return shown(stepper({ words, label: spoken, name: spoken }, (now) => set(String(now))), value);
  if (kind === 'step') return shown(stepper({ words, label: spoken, name: spoken, minimum: -99, maximum: 99 }, (now) => set(now < 0 ? String(now) : `+${now || 1}`)), value);
  if (kind === 'op') return shown(picker({ label: spoken, choices: OPERATORS.map((each) => ({ value: each, title: SIGNS[each] })) }, set), value);
  if (kind === 'text') return saidOf(reach, spoken, value, set);
  if (kind === 'amount') return amountOf(reach, value, set);
  return shown(picker({ label: spoken, choices: (names[kind] ?? []).map((each) => ({ value: each, title: label(each) })) }, set), value);
}

/** What is said is typed as a sentence; its name in the file is made of that. */
function saidOf({ label, tell }, spoken, value, set) {
  const control = typed({ label: spoken, maximum: 400 }, () => {});
  control.show(label(value));
  control.element.addEventListener('change', () => {
    const text = /** @type {any} */ (control.element).value.trim();
    const name = asName(text).slice(0, 40) || value;
    if (!text) return;
    tell(name, text);
    set(name);
  });
  return control.element;
}

function shown(control, value) {
  control.show(value);
  return control.element;
}

/** A number, or what it is taken from. */
function amountOf(reach, value, set) {
  const { words, label, names, about } = reach;
  const isNumber = /^-?\d+$/.test(value);
  const taken = [...(about.dice ? TAKEN : []), ...names.counter, ...names.value];
  const spoken = words('maker-page.hole.amount');
  const choices = [{ value: '', title: words('maker-page.a-number') }, ...taken.map((each) => ({ value: each, title: TAKEN.includes(each) ? words(`maker-page.taken.${each}`) : label(each) }))];
  const own = isNumber || taken.includes(value) ? [] : [{ value, title: value }];
  const pick = picker({ label: spoken, choices: [...choices, ...own] }, (now) => set(now || '1'));
  pick.show(isNumber ? '' : value);
  if (!isNumber) return pick.element;
  const number = stepper({ words, label: spoken, name: spoken }, (now) => set(String(now)));
  number.show(value);
  return el('span', { class: 'amount' }, number.element, ...(taken.length ? [pick.element] : []));
}

/**
 * One sentence whose holes can be filled.
 * @param {Reach} reach
 * @param {{group: string, patterns: import('../patterns.js').Pattern[]}} of
 * @param {string} line
 * @param {(line: string) => void} set
 * @returns {HTMLElement|null} null where it is none of the patterns
 */
export function sentenceOf(reach, { group, patterns }, line, set) {
  const found = readAny(patterns, line, reach.names);
  if (!found) return null;
  const { pattern, filled } = found;
  const fill = (hole) => (value) => {
    filled[hole] = value; // what was typed before isn't drawn anew
    set(write(pattern, filled));
  };
  const pieces = sentencePieces(reach.words, group, pattern).map((piece) => (typeof piece === 'string' ? el('span', {}, piece) : el('span', { 'data-hole': piece.hole }, holeOf(reach, piece.hole, filled[piece.hole], fill(piece.hole)))));
  return el('div', { class: 'sentence' }, ...pieces);
}

/** The line itself, for who knows the notation. */
function writtenOf(reach, line, set, about = {}) {
  const control = typed({ mono: true, label: reach.words('maker-page.line'), ...about }, (text) => set(text.trim()));
  control.show(line);
  return control.element;
}

/** Chips with all that could be said. */
function chooserOf(reach, { group, patterns }, choose) {
  const all = sayable(patterns, reach.names, reach.about);
  return el('div', { class: 'chips-row', role: 'group', 'aria-label': reach.words('maker-page.choose') }, ...all.map((pattern) => {
    const chip = el('button', { 'class': 'chip-button', 'type': 'button', 'data-pattern': pattern.key }, asChip(reach, group, pattern));
    chip.addEventListener('click', () => choose(begin(pattern, reach.names)));
    return chip;
  }));
}

/**
 * A condition or a formula.
 * @param {() => Reach} reachOf
 * @param {{group: string, patterns: import('../patterns.js').Pattern[]}} of
 * @param {(line: string) => void} set
 * @param {{id: string, described: string}} about
 * @returns {import('./controls.js').Control}
 */
export function formulaField(reachOf, of, set, about) {
  const element = el('div', { 'class': 'formula-field', 'role': 'group', 'aria-describedby': about.described });
  let drawn = '';
  /** Whether another sentence is being chosen. */
  let choosing = false;
  const draw = (line) => {
    const reach = reachOf();
    const { words } = reach;
    const change = (now) => {
      choosing = false;
      show(now);
      set(now);
    };
    const sentence = line === null ? null : sentenceOf(reach, of, line, change);
    const other = el('button', { 'class': 'link-button', 'type': 'button', 'aria-expanded': String(choosing) }, words(line === null ? 'maker-page.add' : 'maker-page.other-sentence'));
    other.addEventListener('click', () => {
      choosing = !choosing;
      redrawn(line);
      element.querySelector('.chip-button')?.focus();
    });
    const written = el('details', { open: line && !sentence ? '' : null }, el('summary', {}, words('maker-page.as-line')), writtenOf(reach, line ?? '', (text) => set(text), { id: about.id, described: about.described }));
    const chooser = choosing ? [chooserOf(reach, of, change)] : [];
    element.replaceChildren(...(sentence ? [sentence] : []), ...chooser, el('div', { class: 'formula-more' }, other, written));
  };
  const redrawn = (line) => {
    drawn = '';
    show(line);
  };
  const show = (value) => {
    const line = value ?? null;
    const now = JSON.stringify([line, reachOf().names, choosing]);
    if (now === drawn || (element.contains(document.activeElement) && document.activeElement?.matches('input') && drawn)) return;
    drawn = now;
    keepFocus(element, () => draw(line));
  };
  return { element, show };
}

/**
 * A list of effects.
 * @param {() => Reach} reachOf
 * @param {(lines: string[]) => void} set
 * @param {{id: string, described: string}} about
 * @returns {import('./controls.js').Control}
 */
export function effectsField(reachOf, set, about) {
  const list = el('ol', { class: 'effects' });
  const add = el('div', { class: 'add-effect' });
  const element = el('div', { 'id': about.id, 'role': 'group', 'aria-describedby': about.described, 'tabindex': -1 }, list, add);
  let [lines, drawn, adding] = [[], '', false];
  const change = (now) => {
    show(now);
    set(now);
  };
  const rowOf = (reach, line, i) => {
    const { words } = reach;
    const { whom, rest } = whomOf(line);
    const put = (now) => change(lines.map((each, at) => (at === i ? now : each)));
    const found = readAny(EFFECTS, rest, reach.names);
    const sentence = sentenceOf(reach, { group: 'effect', patterns: EFFECTS }, rest, (now) => put(whom ? `${whom}: ${now}` : now));
    const forWhom = picker({ label: words('maker-page.for-whom'), choices: WHOM.map((each) => ({ value: each, title: words(`maker-page.whom.${each || 'self'}`) })) }, (now) => {
      const { rest: same } = whomOf(lines[i]);
      put(now ? `${now}: ${same}` : same);
    });
    forWhom.show(whom);
    const remove = button(words('maker-page.remove-effect', { number: i + 1 }), 'icon', () => change(lines.filter((_, at) => at !== i)), '×');
    const body = sentence ? [sentence, ...(whom || (FOR_PEOPLE.has(found.pattern.key) && Object.values(found.filled).some((name) => reach.names.own.includes(name))) ? [forWhom.element] : [])] : [writtenOf(reach, line, put)];
    return el('li', {}, el('div', { class: 'effect' }, ...body), remove);
  };
  const draw = () => {
    const reach = reachOf();
    list.replaceChildren(...lines.map((line, i) => rowOf(reach, line, i)));
    const open = button('', 'small', () => {
      adding = true;
      redraw();
      add.querySelector('.chip-button')?.focus();
    }, reach.words('maker-page.add-effect'));
    const chooser = () => chooserOf(reach, { group: 'effect', patterns: EFFECTS }, (line) => {
      adding = false;
      change([...lines, line]);
      list.lastElementChild?.querySelector('input, select, button')?.focus();
    });
    add.replaceChildren(adding || !lines.length ? chooser() : open);
  };
  const redraw = () => {
    drawn = '';
    show(lines);
  };
  const show = (value) => {
    lines = Array.isArray(value) ? value : [];
    const now = JSON.stringify([lines, reachOf().names]);
    if (now === drawn || (drawn && element.contains(document.activeElement) && document.activeElement?.matches('input'))) return;
    drawn = now;
    keepFocus(element, draw);
  };
  return { element, show };
}

