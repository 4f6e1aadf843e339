/** @file The form of one thing: its name, its usual fields, the others below "More settings"; each fault at its field. */

import { el, say } from '../core/dom.js';
import { button, newId, picker } from './fields/controls.js';
import { entriesOf } from './fields/pairs.js';
import { textsField } from './fields/tables.js';
import { fieldOf } from './fields/fields.js';
import { asName, asWords, at, eventsIn, freeName, labelOf, namesIn } from './names.js';
import { drawingOf } from './drawings.js';
import { InnerThings } from './inner.js';

/** The things inside a thing, the field of which they take the place, and the number that they have there. */
const INNER = { deck: { inner: 'card', words: 'cards', number: 'count' }, wheel: { inner: 'segment', words: 'segments', number: 'weight' } };

/** Fields of which a thing has one. */
const EITHER = { deck: ['pack', 'cards', 'card'], dice: ['roll', 'faces'], wheel: ['segments', 'segment'] };

/**
 * @typedef {{title: string, hint: string, named: boolean, fields: import('./fields/fields.js').Field[], names?: {value: string, title: string}[]|null}} TableShape
 * @typedef {{draft: import('./draft.js').Draft, words: import('./fields/controls.js').Words, tables: Object<string, TableShape>,
 *            sectionOf: (table: string, thing?: any) => string, startsOf: (table: string) => any, open: (path: string[]) => void, left: () => void}} Maker
 */

/** @param {string} event @returns {{key: string, name: string}} what its sentence is, and about what */
export function eventParts(event) {
  const [verb, ...rest] = event.split(' ');
  return ['turn', 'round'].includes(verb) ? { key: event.replace(' ', '-'), name: '' } : { key: verb, name: rest.join(' ') };
}

/**
 * How a thing is called: an event as a sentence, what has few names by the title of its own, any other by its words.
 * @param {TableShape} shape
 * @param {string[]} path
 */
export function titleOf(words, label, shape, path) {
  const [table, name] = [path[0], path.at(-1)];
  if (table === 'on') {
    const { key, name: about } = eventParts(name);
    return words(`maker-page.event.${key}`, { name: label(about) });
  }
  return path.length < 2 ? shape.title : (shape.names?.find(({ value }) => value === name)?.title ?? label(name));
}

/** @param {string[]} path @returns {string} the kind of table that it leads to */
const kindOf = (path) => (path.length > 2 ? `${path[0]}.${path[2]}` : (path[0] ?? ''));

export class Form {
  /**
   * @param {HTMLElement} root
   * @param {Maker} maker
   */
  constructor(root, maker) {
    this.root = root;
    this.maker = maker;
    /** @type {string[]|null} the path of what is filled in */
    this.path = null;
    /** @type {{key: string, show: (value: any, said: string) => void}[]} */
    this.fields = [];
    this.built = '';
    this.opens = false;
    /** What the form showed last. */
    this.shown = {};
  }

  get draft() {
    return this.maker.draft;
  }

  label(name) {
    return labelOf(this.draft.data, name, document.documentElement.lang);
  }

  /** @returns {TableShape|undefined} */
  get shape() {
    return this.path ? this.maker.tables[kindOf(this.path)] : undefined;
  }

  /** Fill in the thing at *path*: once it is there, its form has the focus. @param {string[]} path */
  open(path) {
    this.path = path;
    this.built = '';
    this.opens = true;
    this.show();
  }

  show() {
    const { path, draft } = this;
    if (!path) return;
    if (at(draft.data, path) === undefined && path.length) return void (draft.waiting.length || this.#leave());
    const built = JSON.stringify(path);
    // What hands have done meanwhile stands in the form already.
    if (built === this.built && draft.waiting.length) return;
    if (built !== this.built) this.#build();
    this.built = built;
    const value = path.length ? at(draft.data, path) : draft.data;
    this.shown = value ?? {};
    for (const field of this.fields) field.show(value?.[field.key], this.#faultAt([...path, field.key]));
    this.refresh(value);
    if (this.opens) this.root.querySelector('h2').focus();
    this.opens = false;
  }

  /** Back to what the thing is in, else to all things. */
  #leave() {
    if (this.path.length > 2) return this.maker.open(this.path.slice(0, 2));
    this.path = null;
    return this.maker.left();
  }

  /** What is wrong at *path* or below, "" for nothing. */
  #faultAt(path) {
    const { faults } = this.draft;
    return faults.filter((fault) => path.every((key, i) => fault.path[i] === key)).map((fault) => fault.said).join(' ');
  }

  /** Faults of the thing that are no field's. */
  #otherFaults() {
    const keys = new Set(this.fields.map((field) => field.key));
    const { length } = this.path;
    return this.draft.faults.filter((fault) => this.path.every((key, i) => fault.path[i] === key) && !keys.has(fault.path[length])).map((fault) => fault.said);
  }

  #build() {
    const { words } = this.maker;
    const { shape, path } = this;
    const title = el('h2', { tabindex: -1 }, shape.title);
    const back = button(words('maker-page.all-things'), 'back-to-things', () => this.#leave(), '‹');
    const faults = el('p', { class: 'fault', role: 'status' });
    const [name, showName] = shape.named ? this.#nameRow() : [null, () => {}];
    const entries = this.#entries();
    const inner = INNER[kindOf(path)] ? new InnerThings(this, INNER[kindOf(path)]) : null;
    const made = shape.fields.map((field) => ({ field, ...this.#field(field) }));
    const usual = made.filter(({ field }) => !field.advanced);
    const advanced = made.filter(({ field }) => field.advanced);
    const more = el('details', { class: 'more-settings' }, el('summary', {}, words('maker-page.more-settings')), ...advanced.map(({ element }) => element));
    this.fields = made;
    this.refresh = (value) => {
      showName();
      entries?.show(value);
      inner?.show(value);
      say(faults, this.#otherFaults().join(' '));
      if (advanced.some(({ key }) => this.#faultAt([...path, key]))) more.open = true;
    };
    this.root.replaceChildren(
      el('div', { class: 'form-head' }, back, drawingOf(this.maker.sectionOf(path[0] ?? '', at(this.draft.data, path))), el('div', {}, title, el('p', { class: 'quiet' }, shape.hint))),
      ...(name ? [name] : []),
      faults,
      ...(entries ? [entries.element] : []),
      ...usual.map(({ element }) => element),
      ...(inner ? [inner.element] : []),
      ...(advanced.length ? [more] : []),
      ...(path.length ? [button('', 'remove-thing', () => this.#remove(), words('maker-page.remove', { label: this.#title() }))] : []),
    );
  }

  #title() {
    return titleOf(this.maker.words, (name) => this.label(name), this.shape, this.path);
  }

  /** The entries of a table whose keys are free. */
  #entries() {
    const { path } = this;
    if (path[0] === 'text') return textsField(path[1], { data: () => this.draft.data, edit: (...edits) => this.draft.edit(...edits) });
    return path[0] === 'on' ? entriesOf(this.#place(), 'conditions', (where) => this.#faultAt(where)) : null;
  }

  #remove() {
    this.draft.edit({ do: 'remove', path: this.path });
    this.#leave();
  }

  /** Where entries lie: in the thing itself, or below its *key*. The thing may be renamed meanwhile. */
  #place(...key) {
    const form = this;
    return { words: this.maker.words, get path() { return [...form.path, ...key]; }, label: (name) => this.label(name), edit: (...edits) => this.draft.edit(...edits), reachOf: () => this.#reach() };
  }

  /** What a sentence of this thing may speak of. @returns {import('./fields/sentences.js').Reach} */
  #reach() {
    const { path, draft, maker } = this;
    const event = path[0] === 'on' ? path[1] : '';
    const about = { dice: event.startsWith('roll ') || ['sheet', 'value'].includes(path[0]), card: path[0] === 'deck', always: path[0] === 'on' };
    const { lang } = document.documentElement;
    const tell = (name, text) => (asWords(name) === text ? undefined : draft.edit({ do: 'set', path: ['text', lang, name], value: text }));
    return { words: maker.words, label: (name) => this.label(name), names: namesIn(draft.data, event), about, tell };
  }

  #field(field) {
    if (field.kind === 'rows') return this.#entriesField(field);
    const set = (value) => this.#set(field.key, value);
    return fieldOf(field, { words: this.maker.words, label: (name) => this.label(name), data: () => this.draft.data, thing: () => at(this.draft.data, this.path), path: this.path, starts: (key) => this.maker.startsOf(kindOf(this.path))[key], set, reachOf: () => this.#reach() });
  }

  /** Have the field *key* be *value*; what can't be beside it gives way. */
  #set(key, value) {
    const there = at(this.draft.data, this.path) ?? this.shown; // it may be called anew since the table has answered
    const others = (EITHER[kindOf(this.path)] ?? []).includes(key) && value !== null ? EITHER[kindOf(this.path)].filter((other) => other !== key && other in there) : [];
    this.draft.edit({ do: 'set', path: [...this.path, key], value }, ...others.map((other) => ({ do: 'set', path: [...this.path, other], value: null })));
  }

  #entriesField(field) {
    const entries = entriesOf(this.#place(field.key), 'rows', (where) => this.#faultAt(where));
    const fault = el('p', { class: 'fault', role: 'status' });
    const element = el('div', { 'class': 'field-row', 'data-field': field.key }, el('p', { class: 'field-name' }, field.title), entries.element, fault);
    return { key: field.key, element, show: (value) => entries.show(value) };
  }

  /** @returns {[HTMLElement, () => void]} */
  #nameRow() {
    return this.path[0] === 'on' || this.shape.names ? this.#chosenName() : this.#typedName();
  }

  #typedName() {
    const { words } = this.maker;
    const id = newId();
    const input = el('input', { id, class: 'field thing-name', type: 'text', autocomplete: 'off', maxlength: 60, enterkeyhint: 'done' });
    input.addEventListener('change', () => this.#rename(input.value.trim().replace(/\s+/g, ' ')));
    const show = () => {
      if (document.activeElement !== input) input.value = this.label(this.path.at(-1));
    };
    return [el('div', { 'class': 'field-row', 'data-field': 'name' }, el('label', { for: id }, words('maker-page.name')), input), show];
  }

  /** Another event, for the same that follows; another button, for the same line. */
  #chosenName() {
    const { words } = this.maker;
    const id = newId();
    const place = el('div', {});
    let drawn = '';
    const show = () => {
      const [table, own] = this.path;
      const known = table === 'on' ? eventsIn(this.draft.data) : this.shape.names.map(({ value }) => value);
      const choices = [...new Set([own, ...known])].map((value) => ({ value, title: titleOf(words, (name) => this.label(name), this.shape, [table, value]) }));
      const now = JSON.stringify(choices);
      if (now === drawn) return;
      drawn = now;
      const pick = picker({ id, choices }, (to) => this.#move(to));
      pick.show(this.path[1]);
      place.replaceChildren(pick.element);
    };
    return [el('div', { 'class': 'field-row', 'data-field': 'name' }, el('label', { for: id }, words(this.path[0] === 'on' ? 'maker-page.when' : 'maker-page.name')), place), show];
  }

  #move(name) {
    if (name === this.path[1] || this.draft.data[this.path[0]]?.[name]) return;
    this.draft.edit({ do: 'rename', path: this.path, name });
    this.path = [this.path[0], name];
    this.built = JSON.stringify(this.path);
  }

  /** Call the thing *title*: its name in the file is made of that, and what names it follows. */
  #rename(title) {
    const [around, before] = [this.path.slice(0, -1), this.path.at(-1)];
    if (!title || title === this.label(before)) return;
    const lang = document.documentElement.lang;
    const texts = this.draft.data.text ?? {};
    const taken = Object.keys(at(this.draft.data, around) ?? {}).filter((name) => name !== before);
    const name = freeName(taken, asName(title) || before);
    const edits = name === before ? [] : [{ do: 'rename', path: this.path, name }];
    const isSaid = Object.values(texts).some((each) => before in each);
    if (asWords(name) !== title || isSaid) edits.push({ do: 'set', path: ['text', lang, name], value: title });
    this.draft.edit(...edits);
    this.path = [...around, name];
    this.built = JSON.stringify(this.path);
  }
}
