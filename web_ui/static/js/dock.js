/** @file What this device can do now: large buttons for what the table's own buttons do, and a walk through the rest. */

import { el } from './dom.js';
import { leafOf, lineOf, offered, speaker } from './tree.js';

export class Dock {
  /**
   * @param {HTMLElement} dock
   * @param {(key: string, values?: Object<string, string|number>) => string} words
   * @param {(play: {do: string, seat: number|string}) => Promise<void>} act settles when the table has answered
   * @param {(why: import('./types.js').Why) => void} explain
   */
  constructor(dock, words, act, explain) {
    this.dock = dock;
    this.words = words;
    this.act = act;
    this.explain = explain;
    /** @type {string[]} */
    this.path = [];
    /** @type {import('./types.js').Play|null} */
    this.entry = null;
    this.sending = '';
    this.table = null;
    this.live = true;
  }

  /**
   * @param {import('./types.js').Table} table
   * @param {boolean} live
   */
  show(table, live) {
    this.table = table;
    this.live = live;
    this.#draw();
  }

  #draw() {
    const focused = this.dock.contains(document.activeElement) ? document.activeElement?.getAttribute('data-key') : null;
    const typing = this.dock.querySelector('form');
    const parts = this.#parts(typing);
    if (typing && parts.includes(typing)) return;
    this.dock.replaceChildren(...parts);
    if (focused) this.dock.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  #parts(typing) {
    const { table, words } = this;
    if (!table.seats.length) return [ask(words(table.menu ? 'page.watching_menu' : 'page.watching'), true)];
    const buttons = table.state?.buttons ?? [];
    const roots = this.#roots();
    const now = offered(roots, this.path, new Set(this.path.length ? [] : buttons.map((each) => each.do)));
    this.path = now.path;
    if (this.entry) {
      const still = now.plays.find((play) => play.do === this.entry.do && play.form);
      if (still) return typing ? [typing] : [this.#form(still)];
      this.entry = null;
    }
    const large = this.path.length ? [] : buttons.map((each) => this.#button({ ...each, why: null }, 'button first'));
    const small = now.plays.map((play) => this.#play(play));
    if (this.path.length) small.push(this.#back());
    return [
      ask(this.#question(large.length ? '' : now.title, large.length + small.length), this.#waits()),
      el('div', { class: 'main-actions' }, ...large),
      el('div', { class: 'actions' }, ...small),
    ];
  }

  #roots() {
    return this.table.menu ? this.table.menu.plays : this.table.plays;
  }

  #question(title, count) {
    if (this.sending) return this.words('page.sending');
    if (this.table.reveal) return this.words('page.wait');
    if (!count) return this.words('page.nothing_to_do');
    return title || this.words('page.choose');
  }

  #waits() {
    return Boolean(this.sending || this.table.reveal || !this.live);
  }

  #play(play) {
    if (play.then.length) return this.#opener(play, () => this.#open([...this.path, play.word]));
    if (play.form) return this.#opener(play, () => this.#enter(play));
    return this.#button(play, 'button');
  }

  #opener(play, open) {
    const button = face(play, 'button', `open ${play.word}`);
    button.addEventListener('click', open);
    return button;
  }

  #button(play, kind) {
    const button = face(play, kind, `do ${play.do}`);
    if (play.why || this.#waits()) button.setAttribute('aria-disabled', 'true');
    if (this.sending && this.sending === play.do) button.setAttribute('aria-busy', 'true');
    button.addEventListener('click', () => {
      if (play.why) this.explain(play.why);
      else this.#say(play.do, leafOf(this.#roots(), play.do));
    });
    return button;
  }

  #back() {
    const button = el('button', { class: 'button plain', 'data-key': 'back' }, this.words('page.back'));
    button.addEventListener('click', () => this.#open(this.path.slice(0, -1)));
    return button;
  }

  #open(path) {
    this.path = path;
    this.entry = null;
    this.dock.querySelector('form')?.remove();
    this.#draw();
    this.dock.querySelector('button, input, select')?.focus();
  }

  #enter(play) {
    this.entry = play;
    this.#draw();
    this.dock.querySelector('input, select')?.focus();
  }

  #form(play) {
    const fields = play.form.map((field) => [el('label', { for: `field-${field.name}` }, field.label), input(field)]);
    const submit = el('button', { class: 'button first', type: 'submit' }, play.label);
    const back = el('button', { class: 'button plain', type: 'button' }, this.words('page.back'));
    back.addEventListener('click', () => this.#open(this.path));
    const form = el('form', { class: 'entry' }, ...fields.flat(), submit, back);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const values = fields.map(([, control]) => control.value.trim());
      this.#say(lineOf(play, values), play);
      this.#open(this.path);
    });
    return form;
  }

  async #say(line, play) {
    if (this.#waits()) return;
    this.sending = line;
    this.path = [];
    this.#draw();
    try {
      await this.act({ do: line, seat: speaker(this.table.seats, play) });
    } finally {
      this.sending = '';
      this.#draw();
    }
  }
}

const ask = (text, quiet) => el('p', { class: quiet ? 'ask quiet' : 'ask' }, text);

function face(play, kind, key) {
  const small = play.hint ? [' ', el('small', {}, play.hint)] : [];
  return el('button', { class: kind, type: 'button', 'data-key': key }, play.label, ...small);
}

function input(field) {
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
