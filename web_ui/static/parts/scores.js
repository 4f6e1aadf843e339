/** @file Everybody's numbers in one strip: who leads, how far it goes; a tap opens what changes a number. */

import { el, redraw } from '../core/dom.js';
import { leafOf, speakers } from '../plays/tree.js';
import { initialsOf, nameOf } from '../people/people.js';
import { colourOf } from '../people/whose.js';

/** What it looks like. */
export const sheets = ['../css/scores.css'];

/** So many people of a team are named on a phone. */
const FEW = 2;

/**
 * @typedef {{who: string, value: number, label?: string, seats?: number[], leads?: boolean, has_reached?: boolean}} Count
 * @typedef {{name: string, label: string, each: ''|'person'|'team', counts: Count[], steps: number[], lowest?: number, highest?: number, target?: number}} Score
 */

/**
 * @param {import('../pages/picture.js').PictureView} view
 * @returns {import('../pages/picture.js').Part}
 */
export function partOf(view) {
  const element = el('section', { 'class': 'scores', 'aria-label': view.words('page.scores') });
  const strip = new Strip(element, view);
  return { element, show: (table) => strip.show(table) };
}

class Strip {
  constructor(root, view) {
    Object.assign(this, { root, view, words: view.words });
    /** The number that is being changed, as `NAME WHO`. */
    this.open = '';
    this.drawn = '';
    /** What was tapped is said one line after the other. */
    this.saying = Promise.resolve();
  }

  show(table) {
    this.table = table;
    const { state, people, seats } = table;
    const now = JSON.stringify([state.scores, people.map((each) => each.name), state.head?.seat, this.open, seats, state.scores.map((score) => score.counts.map((count) => this.#steps(score, count).map((play) => play.do)))]);
    if (now === this.drawn) return;
    this.drawn = now;
    this.#draw();
  }

  #draw() {
    const { scores } = this.table.state;
    const focused = this.root.contains(document.activeElement) ? document.activeElement.getAttribute('data-key') : null;
    const rows = [['person', 'grid'], ['team', 'grid'], ['', 'shared']].flatMap(([each, kind]) => {
      const some = scores.filter((score) => (score.each ?? '') === each);
      return some.length ? [kind === 'grid' ? this.#grid(some) : this.#shared(some)] : [];
    });
    redraw(this.root, []);
    this.root.replaceChildren(...rows, ...this.#stepper());
    if (focused) this.root.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  /** A column for each person or team, a row for each number. */
  #grid(scores) {
    const heads = scores[0].counts.map((count) => this.#headOf(count));
    const corner = el('td', {});
    const rows = scores.map((score) => el('tr', {}, el('th', { scope: 'row' }, score.label, ...this.#targetOf(score)), ...score.counts.map((count) => el('td', { class: this.#isOn(count) ? 'on' : null }, this.#cell(score, count)))));
    const table = el('table', { class: scores.length === 1 ? 'one' : null }, el('thead', {}, el('tr', {}, corner, ...heads)), el('tbody', {}, ...rows));
    table.style.setProperty('--columns', String(heads.length));
    return table;
  }

  #headOf(count) {
    const { people, state } = this.table;
    const [seat] = count.seats ?? [];
    const on = this.#isOn(count);
    if (count.label || seat === undefined) return el('th', { scope: 'col', class: on ? 'on' : null }, el('bdi', {}, count.label || this.words('page.table')), ...this.#membersOf(count));
    const token = el('b', { 'class': `token ${colourOf(state, seat)}`, 'aria-hidden': 'true' }, initialsOf(people)[seat] ?? String(seat + 1));
    return el('th', { scope: 'col', class: on ? 'on' : null }, token, el('bdi', {}, nameOf(people, seat)));
  }

  /** The people of a team. A phone has room for the letters of many, but not for their names. */
  #membersOf({ label, seats = [] }) {
    if (!label || !seats.length) return [];
    const { people, state } = this.table;
    const letters = initialsOf(people);
    const look = this.view.reach.dock && seats.length > FEW ? 'unseen' : null;
    return [el('ul', { class: 'members' }, ...seats.map((seat) => el('li', {}, el('b', { 'class': `token ${colourOf(state, seat)}`, 'aria-hidden': 'true' }, letters[seat] ?? String(seat + 1)), el('bdi', { class: look }, nameOf(people, seat)))))];
  }

  #targetOf({ target }) {
    return target === undefined || target === null ? [] : [' ', el('small', {}, this.words('page.target', { target }))];
  }

  #isOn(count) {
    const seat = this.table.state.head?.seat;
    return seat !== undefined && seat !== null && !this.table.state.end && (count.seats ?? []).includes(seat);
  }

  #nameOf({ label, seats = [] }) {
    return label || (seats.length ? nameOf(this.table.people, seats[0]) : '');
  }

  #cell(score, count) {
    const key = `${score.name} ${count.who}`;
    const marks = [...(count.leads ? [el('span', { 'class': 'leads', 'aria-hidden': 'true' }, '▲')] : [])];
    const said = [count.leads && this.words('page.leads'), count.has_reached && this.words('page.reached')].filter(Boolean);
    const unseen = said.length ? [el('span', { class: 'unseen' }, `, ${said.join(', ')}`)] : [];
    const shown = [el('b', {}, String(count.value), ...marks), ...unseen];
    const look = count.has_reached ? 'count reached' : 'count';
    if (!this.#steps(score, count).length) return el('span', { class: look }, ...shown);
    const isOpen = key === this.open;
    const name = [this.#nameOf(count), score.label].filter(Boolean).join(', ');
    const button = el('button', { 'class': look, 'type': 'button', 'data-key': `count ${key}`, 'aria-expanded': String(isOpen), 'aria-label': [`${name}: ${count.value}`, ...said].join(', ') }, ...shown);
    button.addEventListener('click', () => this.#turn(isOpen ? '' : key));
    return button;
  }

  #shared(scores) {
    const each = scores.map((score) => el('li', {}, el('span', {}, score.label, ...this.#targetOf(score)), ...score.counts.map((count) => this.#cell(score, count))));
    return el('ul', { class: 'shared' }, ...each);
  }

  #turn(key) {
    this.open = key;
    this.show(this.table);
  }

  /** What changes a number here now. */
  #steps(score, count) {
    if (!this.view.acts) return [];
    const steps = score.steps.map((step) => leafOf(this.table.plays, `count ${score.name} ${count.who} ${step > 0 ? '+' : ''}${step}`));
    return steps.filter((play) => play && !play.why && play.seats.some((seat) => this.table.seats.includes(seat)));
  }

  /** The number that was tapped, with its steps at both sides. */
  #stepper() {
    const found = this.table.state.scores.flatMap((score) => score.counts.map((count) => ({ score, count }))).find(({ score, count }) => `${score.name} ${count.who}` === this.open);
    const steps = found ? this.#steps(found.score, found.count) : [];
    if (!steps.length) return [];
    const { score, count } = found;
    const step = (play) => {
      const by = Number(play.do.split(' ').at(-1));
      const button = el('button', { 'class': 'button', 'type': 'button', 'data-key': play.do }, by > 0 ? `+${by}` : `−${-by}`);
      button.addEventListener('click', () => this.#say(play, count));
      return { by, button };
    };
    const buttons = steps.map(step).sort((a, b) => a.by - b.by);
    const label = [this.#nameOf(count), score.label].filter(Boolean).join(', ');
    const value = el('output', {}, el('small', {}, label), ' ', el('b', {}, String(count.value)));
    return [el('div', { 'class': 'stepper', 'role': 'group', 'aria-label': label }, ...buttons.filter(({ by }) => by < 0).map(({ button }) => button), value, ...buttons.filter(({ by }) => by > 0).map(({ button }) => button))];
  }

  /** Say *play* for whoever the number belongs to, where they sit here. */
  #say(play, { seats = [] }) {
    const may = speakers(this.table.seats, play);
    const seat = may.find((each) => seats.includes(each)) ?? may[0];
    this.saying = this.saying.then(() => this.view.dock()?.say(play.do, seat)).catch(() => {});
  }
}
