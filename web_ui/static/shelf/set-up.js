/** @file A game taken from the shelf: how many, who sits where, the options folded into one line, Start. */

import { el, say } from '../core/dom.js';
import { once } from '../link/sender.js';
import { begin } from './beginning.js';
import { pictureOf } from './shelf.js';

/** Of so many options the folded line tells what they are. */
const TOLD = 2;
/** So many options are in sight once that line is opened; the others are house rules, folded once more. */
const USUAL = 4;

/** Who says it: the table's own page for the table, a phone for its first seat. */
const speakerOf = (table) => (table.seats.includes('table') ? 'table' : table.seats[0]);

/**
 * Where everybody sits in a game of *count*: as the table will have it (Roster.seated), this phone holding *mine*.
 * @param {import('../core/types.js').Table} table
 * @param {number} count
 * @param {Set<number>} mine
 * @returns {(import('../core/types.js').Person|null)[]} for each seat whose phone has it, null for none or this one
 */
export function seating({ people, held_seats: held, seats }, count, mine) {
  const isOwn = (seat) => !seats.includes('table') && seats.includes(seat); // the table speaks for all, and holds none
  const others = people.filter((person) => held.includes(person.seat) && !isOwn(person.seat));
  const row = Array.from({ length: count }, (_, seat) => others.find((person) => person.seat === seat) ?? null);
  for (const person of others.filter(({ seat }) => seat >= count)) {
    const free = row.findIndex((each, seat) => !each && !mine.has(seat));
    if (free >= 0) row[free] = person;
  }
  return row;
}

export class SetUp {
  /**
   * @param {any} shelf
   * @param {import('./shelf.js').ShelfGame} game
   * @param {(key: string, values?: Object<string, string|number>) => string} words
   */
  constructor(shelf, game, words) {
    this.shelf = shelf;
    this.game = game;
    this.words = words;
    this.way = game.ways[0];
    this.count = 0;
    /** @type {Set<number>|null} the seats that this phone is to have */
    this.mine = null;
    /** @type {import('../core/types.js').Field[]} */
    this.fields = [];
    /** @type {Object<string, string>} what was chosen otherwise than usual */
    this.chosen = {};
    this.sure = false;
    this.title = el('h2', { tabindex: '-1' }, game.name);
    const back = el('button', { class: 'to-shelf', type: 'button', 'aria-label': words('shelf.back') }, arrow());
    back.addEventListener('click', () => shelf.back());
    this.counts = el('div', { class: 'counts', role: 'group', 'aria-label': words('shelf.how-many') });
    this.ways = el('div', { class: 'ways', role: 'group', 'aria-label': words('shelf.way') });
    this.who = el('ul', { class: 'who', 'aria-label': words('shelf.who') });
    this.summary = el('summary', {});
    this.rows = el('div', { class: 'fields' });
    this.options = el('details', { class: 'options', hidden: true }, this.summary, this.rows);
    this.foot = el('div', { class: 'foot' });
    this.how = el('button', { class: 'button plain how', type: 'button', hidden: !game.has_rules }, words('help.how'));
    this.how.addEventListener('click', async () => (await import('../help/how-to-play.js')).showHowToPlay(game.slug, words));
    const share = el('a', { class: 'button plain', href: `/k/${game.slug}${location.search}`, hidden: !game.ways.some(({ mode }) => mode === 'kit') }, words('share.share'));
    this.element = el('section', { class: 'set-up form', 'aria-label': game.name }, el('header', {}, back, this.title), el('p', { class: 'banner' }, pictureOf(game.cover)), el('p', { class: 'quiet', 'aria-hidden': 'true' }, words('shelf.how-many')), this.counts, this.who, this.ways, this.how, share, this.options, this.foot);
    this.#fetchOptions();
  }

  focus() {
    (this.counts.querySelector('[aria-pressed="true"]') ?? this.foot.querySelector('button'))?.focus({ preventScroll: true });
  }

  /** @param {import('../core/types.js').Table} table @param {import('./shelf.js').ShelfData} shelf */
  show(table, shelf) {
    this.table = table;
    this.leaving = shelf.leaving;
    const [least, most] = this.game.people;
    const here = table.game ? table.people.length : table.held_seats.length;
    this.count ||= Math.min(most, Math.max(least, here));
    this.#draw();
  }

  get isTable() {
    return this.table.seats.includes('table');
  }

  #seats() {
    if (this.isTable) return new Set();
    const kept = [...(this.mine ?? this.table.seats)].map(Number).filter((seat) => seat < this.count);
    if (kept.length) return new Set(kept);
    const free = seating(this.table, this.count, new Set()).findIndex((each) => !each);
    return new Set(free < 0 ? [] : [free]);
  }

  #draw() {
    const now = JSON.stringify([this.count, this.way, [...this.#seats()], this.table.people, this.table.held_seats, this.table.seats, this.leaving, this.sure, this.sending]);
    if (now === this.drawn) return;
    this.drawn = now;
    const [least, most] = this.game.people;
    const numbers = Array.from({ length: most - least + 1 }, (_, at) => least + at);
    this.#choices(this.counts, numbers.length > 1 ? numbers : [], (number) => [String(number), '', number === this.count], (number) => {
      this.count = number;
    });
    this.counts.previousElementSibling.hidden = this.counts.hidden;
    this.#choices(this.ways, this.game.ways.length > 1 ? this.game.ways : [], (way) => [way.label, this.words(`shelf.hint-${way.mode}`), way.do === this.way.do], (way) => {
      this.way = way;
      this.chosen = {};
      this.#fetchOptions();
    });
    this.#drawWho();
    this.#drawFoot();
  }

  /** Some of which one is chosen; the focus stays where it is. */
  #choices(root, all, told, choose) {
    const at = [...root.children].indexOf(document.activeElement);
    root.hidden = !all.length;
    root.replaceChildren(...all.map((each) => {
      const [label, hint, isChosen] = told(each);
      const button = el('button', { class: 'button plain', type: 'button', 'aria-pressed': String(isChosen) }, label, ...(hint ? [' ', el('small', {}, hint)] : []));
      button.addEventListener('click', () => {
        choose(each);
        this.#draw();
      });
      return button;
    }));
    if (at >= 0) root.children[at]?.focus();
  }

  #drawWho() {
    const mine = this.#seats();
    const row = seating(this.table, this.count, mine);
    const at = [...this.who.querySelectorAll('button')].indexOf(document.activeElement);
    this.who.replaceChildren(...row.map((person, seat) => {
      const name = person?.name ?? this.#nameOf(seat, mine);
      const isNumbered = !name || name === this.words('shelf.nth', { number: seat + 1 });
      const where = this.words(`shelf.${person ? (person.presence === 'here' ? 'here' : 'asleep') : mine.has(seat) ? 'this-phone' : 'at-table'}`);
      const face = [el('i', { class: 'disc', 'aria-hidden': 'true' }, isNumbered ? String(seat + 1) : [...name][0].toLocaleUpperCase()), el('bdi', {}, name), el('span', {}, where)];
      if (person || this.isTable || (mine.has(seat) && mine.size === 1)) return el('li', {}, ...face);
      const button = el('button', { type: 'button', 'aria-label': this.words('shelf.change', { name, where }) }, ...face);
      button.addEventListener('click', () => {
        this.mine = new Set(mine);
        this.mine.has(seat) ? this.mine.delete(seat) : this.mine.add(seat);
        this.#draw();
      });
      return el('li', {}, button);
    }));
    if (at >= 0) this.who.querySelectorAll('button')[at]?.focus();
  }

  /** How a seat without another's phone is called: as this phone's person, or by its number. */
  #nameOf(seat, mine) {
    const [first] = mine;
    const own = this.table.people.find((person) => this.table.seats.includes(person.seat));
    return own && !this.isTable && seat === first ? own.name : this.words('shelf.nth', { number: seat + 1 });
  }

  async #fetchOptions() {
    const { way } = this;
    const query = new URLSearchParams({ do: way.do, lang: document.documentElement.lang });
    const told = await fetch(`/api/v1/form?${query}`).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
    if (way !== this.way) return;
    this.fields = (told?.play.form ?? []).filter((field) => field.name !== 'seats');
    this.options.hidden = !this.fields.length;
    const rows = this.fields.map((field) => this.#row(field));
    const seldom = rows.length > USUAL + 1 ? rows.splice(USUAL) : [];
    const house = seldom.length ? [el('details', {}, el('summary', {}, this.words('shelf.house-rules')), ...seldom)] : [];
    this.rows.replaceChildren(...rows, ...house);
    this.#tellOptions();
  }

  #row(field) {
    const id = `set-up-${field.name}`;
    const input = field.kind === 'choice'
      ? el('select', { id, class: 'field' }, ...field.choices.map((each) => el('option', { value: each.word, selected: each.word === field.word }, each.label)))
      : el('input', { id, class: 'field', type: 'number', inputmode: 'numeric', min: field.min, max: field.max, value: field.word, required: 'required' });
    input.addEventListener('change', () => {
      if (!input.checkValidity()) return void input.reportValidity();
      this.chosen[field.name] = input.value;
      this.#tellOptions();
    });
    return el('div', { class: 'form-row' }, el('label', { for: id }, field.label), input);
  }

  /** The folded line: the first of them by what they are, and what was chosen otherwise. */
  #tellOptions() {
    const told = this.fields.flatMap((field, at) => {
      const word = this.chosen[field.name] ?? field.word;
      const label = field.choices?.find((each) => each.word === word)?.label ?? word;
      if (word !== field.word) return [at < TOLD ? label : `${field.label}: ${label}`];
      return at < TOLD && field.kind === 'choice' ? [label] : [];
    });
    say(this.summary, this.words('shelf.options', { chosen: told.join(', ') || this.words('shelf.usual') }));
  }

  #drawFoot() {
    const { words, game } = this;
    const had = this.foot.contains(document.activeElement);
    if (this.sure) {
      const yes = this.#button(words('shelf.sure-yes'), '', 'button first', () => this.#start(yes));
      const no = this.#button(words('consent.no'), '', 'button', () => {
        this.sure = false;
        this.#draw();
      });
      this.foot.replaceChildren(el('p', { role: 'status' }, words('shelf.sure', { name: this.table.title ?? '', other: game.name })), el('div', { class: 'two' }, no, yes));
    } else {
      const start = this.#button(words('shelf.start-game', { name: game.name }), this.leaving === 'agree' ? words('shelf.asks') : '', 'button first', () => {
        if (this.leaving !== 'sure') return this.#start(start);
        this.sure = true;
        return this.#draw();
      });
      this.foot.replaceChildren(start);
    }
    if (had) this.foot.querySelector('.first')?.focus();
  }

  #button(label, hint, kind, does) {
    const button = el('button', { class: kind, type: 'button' }, label, ...(hint ? [' ', el('small', {}, hint)] : []));
    button.addEventListener('click', does);
    return button;
  }

  /** The line that opens the game as it is set up here. */
  get line() {
    const usual = Object.fromEntries(this.fields.map((field) => [field.name, field.word]));
    const others = Object.entries(this.chosen).filter(([name, value]) => value !== usual[name]).map(([name, value]) => `${name}=${value}`);
    const hold = this.isTable ? [] : [`hold=${[...this.#seats()].sort((a, b) => a - b).map((seat) => seat + 1).join(',')}`];
    return [this.way.do, `seats=${this.count}`, ...hold, ...others].join(' ');
  }

  #start(button) {
    return once(button, async () => {
      const { line, shelf } = this;
      if (this.way.mode === 'referee') begin(shelf.lent, this.table);
      const done = await shelf.lent.act({ do: line, seat: speakerOf(this.table) }, button);
      this.sure = false;
      this.#draw();
      if (done) shelf.back();
      if (done || this.leaving === 'agree') shelf.lent.close?.();
      return done;
    });
  }
}

/** The games that can be gone on with, below the shelf. */
export function keptGames(shelf, words) {
  const rows = shelf.shelf.kept.map((kept) => {
    const button = el('button', { class: 'button plain', type: 'button' }, kept.name, ' ', el('small', {}, [kept.people.join(', '), kept.at].filter(Boolean).join(' · ')));
    let sure = shelf.shelf.leaving !== 'sure';
    button.addEventListener('click', () => {
      if (!sure) {
        sure = true;
        button.replaceChildren(words('shelf.sure-resume'), ' ', el('small', {}, kept.name));
        return;
      }
      once(button, async () => {
        const done = await shelf.lent.act({ do: `resume ${kept.number}`, seat: speakerOf(shelf.table) }, button);
        if (done || shelf.shelf.leaving === 'agree') shelf.lent.close?.();
        return done;
      });
    });
    return el('li', {}, button);
  });
  return [el('h3', {}, words('shelf.kept')), el('ul', {}, ...rows)];
}

function arrow() {
  const holder = el('span', { 'aria-hidden': 'true' }, '‹');
  return holder;
}
