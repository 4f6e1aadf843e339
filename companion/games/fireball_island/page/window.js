/** @file What may be answered: what it is, how long it waits, and the buttons to play a card or to pass. */

import { el } from '../../core/dom.js';
import { AnswerClock } from '../../dock/answer-clock.js';

export class AnswerWindow {
  /** @param {import('./dock.js').Dock} dock in which it stands */
  constructor(dock) {
    this.dock = dock;
    this.clock = new AnswerClock(dock);
  }

  /** What was declared, unless a Fireball tells it by its parts, and how long it waits. */
  parts() {
    const { dock } = this;
    const declared = dock.state.declared.at(-1);
    const passed = this.holds && !this.plays[0] ? [el('p', { class: 'ask quiet' }, dock.phrase('passed'))] : [];
    const said = this.#said(declared, passed.length > 0);
    const what = declared.what === 'fireball-named' ? [] : [el('p', { class: 'what' }, ...said.flatMap((each, at) => [...(at ? [el('br')] : []), each]))];
    return [el('section', { class: 'window', 'aria-label': said.join(' ') }, ...what, this.clock.of(declared), ...passed)];
  }

  /** What was declared, unless the line of what happened last says the same, and what is asked of whoever reads it. */
  #said(declared, passed) {
    const { dock, holds } = this;
    const { seats, log } = dock.table;
    if (passed) return [declared.text];
    if (seats.length === 1 && seats[0] === declared.seat && declared.own) return [holds ? declared.own : declared.others];
    const asked = this.plays[0] ? dock.phrase('asked') : declared.others;
    return log.at(-1)?.text === declared.text ? [asked] : [declared.text, ...(this.plays[0] ? [asked] : [])];
  }

  /** Passing, and passing for longer, where somebody here may. */
  get plays() {
    return ['pass', 'pass-until'].map((word) => this.dock.roots().find((play) => play.word === word));
  }

  get holds() {
    const { state, table } = this.dock;
    return state.decks.some(({ hands }) => hands.some(({ seat, cards, hidden }) => table.seats.includes(seat) && cards.length + hidden > 0));
  }

  /** @returns {HTMLElement[]} buttons */
  answers() {
    const { dock } = this;
    const [pass, until] = this.plays;
    if (!pass || !dock.table.seats.some((seat) => seat !== 'table')) return [];
    const rest = until ? [this.#button('until', 'pass_until', 'button', () => this.#until(until))] : [];
    return [this.#button('answer', 'answer', 'button', () => this.#play()), this.#button('pass', 'pass', 'button first', () => dock.choose(pass)), ...rest];
  }

  #button(key, phrase, kind, then) {
    const { dock } = this;
    const button = el('button', { 'class': kind, 'type': 'button', 'data-key': key, 'aria-disabled': dock.waits ? 'true' : null }, dock.phrase(phrase));
    button.addEventListener('click', () => dock.waits || then());
    return button;
  }

  #play() {
    const { dock } = this;
    const rows = dock.cardRows();
    dock.ask(dock.phrase('answer'), rows.length ? dock.state.declared.at(-1).text : dock.phrase('no_answer'), rows);
  }

  #until({ label, then }) {
    const { dock } = this;
    const phrases = { 'my-turn': 'until_my_turn', 'attacked': 'until_touched' };
    dock.ask(label, '', then.map((play) => [phrases[play.word] ? dock.phrase(phrases[play.word]) : play.label, () => dock.choose(play)]));
  }
}
