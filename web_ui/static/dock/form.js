/** @file A form: few fields in their order, dozens in groups that open and close. */

import { el } from '../core/dom.js';
import { once } from '../link/sender.js';
import { speakers } from '../plays/tree.js';
import { laterWords } from '../core/words.js';

/** @typedef {(field: import('../core/types.js').Field) => string} Heading under which a field of a correction stands: there are dozens */

/** With more fields than these, a form is a sheet of its own. */
const MANY = 6;

/**
 * Only what has a value already may be shut away: a correction. Without an answer of the table its fields stand in their order.
 * @param {import('../core/types.js').Play} play
 * @param {import('../core/types.js').Table} table
 * @returns {Promise<Heading|null>} under which heading a field stands, where there are many
 */
export async function headingFor(play, table) {
  if (!play.named || play.form.length <= MANY) return null;
  const later = await laterWords(document.documentElement.lang);
  return later && headingsOf(table, later);
}

/**
 * @param {any} table
 * @param {(key: string) => string} words
 * @returns {Promise<Heading>} the game's own, else by what the table holds
 */
async function headingsOf(table, words) {
  const { kindOf, pageOf } = await import('../core/games.js');
  const own = await pageOf(kindOf(table));
  const make = (await own?.headings?.()) ?? byThings;
  return make(table, words);
}

/** The group that holds a token, the deck or badge that a field belongs to, else the field itself. */
function byThings({ state: { groups = [], decks = [], badges = [] } }) {
  return ({ name, label }) => {
    const [first] = name.split('.');
    const group = groups.find((each) => each.tokens.some((token) => token.name === name));
    return group?.label ?? (first === name ? label : ([...decks, ...badges].find((each) => each.name === first)?.label ?? first));
  };
}

/** The form of *play* for a walk, which goes back when it is left and says the line that it spells. */
export function fill(walk, play, back = () => walk.up()) {
  const done = (values) => {
    const line = lineOf(play, values);
    const [seat] = speakers(walk.table.seats, play);
    return walk.say(line, seat);
  };
  return formOf(play, walk.words, walk.path.length ? walk.level().title : '', walk.heading, done, back);
}

/**
 * What the form of *given* needs; *why* there is none, in words.
 * @param {import('./walk.js').Walk} walk
 * @param {import('../core/types.js').Play} given
 * @returns {Promise<{play?: import('../core/types.js').Play, heading?: Heading|null, board?: (() => void)|null, why?: string}>}
 */
export async function find(walk, given) {
  const found = given.form.length ? { play: given } : await asked(walk, given);
  if (!found.play) return found;
  const [heading, board] = await Promise.all([headingFor(found.play, walk.table), boardFor(walk, found.play)]);
  return { ...found, heading, board };
}

/** What is set right by two taps on the board is asked there first. */
async function boardFor(walk, play) {
  if (!play.board || !walk.walked) return null;
  const [{ BoardForm }, later] = await Promise.all([import('./board-form.js'), laterWords(document.documentElement.lang)]);
  return later && (() => new BoardForm(walk, play, later).begin());
}

/** Have *walk* show what was found. */
export function enter(walk, { play, heading, board }) {
  if (board) board();
  else open(walk, play, heading);
}

/** The form itself. */
export function open(walk, play, heading) {
  walk.heading = heading;
  walk.filling = play;
  openSheet(walk, play);
  walk.draw();
  if (!walk.sheet) walk.root.querySelector('input, select')?.focus();
}

/**
 * A phone has the table's forms only once it opens them: some are longer than all else that it is sent.
 * @returns {Promise<{play?: import('../core/types.js').Play, why?: string}>}
 */
export async function asked(walk, play) {
  const { looks } = walk.table;
  const query = new URLSearchParams({ do: play.do, lang: document.documentElement.lang, ...(looks === null ? {} : { seat: looks }) });
  let why = walk.words('page.out_of_touch_title');
  try {
    const answer = await fetch(`/api/v1/form?${query}`);
    const told = await answer.json();
    if (answer.ok) return { play: { ...play, ...told.play } };
    why = told.text;
  } catch {
    // No answer, or not the table's: that is what is said.
  }
  return { why };
}

/** The table has taken what was filled in. */
export function leave(walk) {
  walk.filling = null;
  walk.path = [];
  walk.root.querySelector('form')?.remove();
  walk.sheet?.close();
}

/** A long form over the page; it is the walk's until it is closed. */
function openSheet(walk, play) {
  if (play.form.length <= MANY) return;
  const sheet = el('dialog', { class: 'sheet tall', 'aria-label': play.label });
  sheet.append(fill(walk, play, () => sheet.close()));
  sheet.addEventListener('close', () => {
    sheet.remove();
    walk.sheet = null;
    if (walk.filling) walk.up();
  });
  document.body.append(sheet);
  walk.sheet = sheet;
  sheet.showModal();
}

/**
 * @param {import('../core/types.js').Play} play
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 * @param {string} above what the form belongs to, "" for nothing else
 * @param {((field: import('../core/types.js').Field) => string)|null} heading under which a field stands where there are many
 * @param {(values: string[]) => Promise<void>} done settles when the table has answered
 * @param {() => void} back
 * @returns {HTMLFormElement}
 */
function formOf(play, words, above, heading, done, back) {
  const controls = play.form.map(control);
  const rows = play.form.map((field, at) => el('p', { class: 'form-row' }, el('label', { for: controls[at].id }, labelOf(field, words)), controls[at]));
  const fields = heading ? groups(play.form, rows, heading) : rows;
  const submit = el('button', { class: 'button first', type: 'submit' }, play.done ?? play.label);
  const leave = el('button', { class: 'button plain', type: 'button' }, words('page.back'));
  leave.addEventListener('click', back);
  const title = el('h2', {}, ...(above ? [el('small', { class: 'quiet' }, above), ' '] : []), play.label);
  const form = el('form', { class: 'form' }, title, el('div', { class: 'fields' }, ...fields), el('div', { class: 'actions' }, submit, leave));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    once(submit, () => done(controls.map((each) => each.value.trim())));
  });
  return form;
}

function groups(fields, rows, heading) {
  const groups = new Map();
  fields.forEach((field, at) => {
    const title = heading(field);
    groups.set(title, [...(groups.get(title) ?? []), rows[at]]);
  });
  return [...groups].map(([title, inside]) => (inside.length === 1 ? inside[0] : el('details', { open: groups.size === 1 }, el('summary', {}, title), ...inside)));
}

function labelOf(field, words) {
  if (field.kind !== 'number') return field.label;
  return words('page.range', { label: field.label, minimum: field.min, maximum: field.max });
}

function control(field) {
  const own = { id: `field-${field.name}`, name: field.name, class: 'field', required: 'required' };
  if (field.kind === 'choice') {
    const option = (each) => el('option', { value: each.word, selected: each.word === field.word }, each.label);
    // Nothing is chosen for a person: what a real die shows must be said.
    const none = field.word ? [] : [el('option', { value: '', selected: true }, '')];
    return el('select', own, ...none, ...(field.choices ?? []).map(option));
  }
  const limits = field.kind === 'number' ? { type: 'number', inputmode: 'numeric', min: field.min, max: field.max } : {};
  return el('input', { autocomplete: 'off', value: field.word || null, ...own, ...limits });
}

/** The line that a filled form spells: the words one after the other, or, where they are named, only those changed.
 * @param {import('../core/types.js').Play} play
 * @param {string[]} values one for each field
 * @returns {string}
 */
export function lineOf(play, values) {
  const words = play.named
    ? play.form.flatMap((field, at) => (values[at] === field.word ? [] : [`${field.name}=${values[at]}`]))
    : values;
  return [play.do, ...words].join(' ');
}
