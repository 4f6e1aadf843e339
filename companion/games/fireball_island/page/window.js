/** @file What may be answered: what it is, how long it waits, and the buttons to play a card or to pass. */

import { el } from '../../core/dom.js';
import { AnswerClock } from '../../dock/answer-clock.js';

export class AnswerWindow {
  /** @param {import('./dock.js').Dock} dock in which it stands */
  constructor(dock) {
    this.dock = dock;
    this.clock = new AnswerClock(dock);
  }

  get declared() {
    return this.dock.state.declared.at(-1);
  }

  /** What was declared, unless a Fireball tells it by its parts, and how long it waits. */
  parts() {
    const { dock, declared } = this;
    const passed = this.holds && !this.#play('pass') ? [el('p', { class: 'ask quiet' }, dock.phrase('passed'))] : [];
    const said = this.#said(passed.length > 0);
    const what = declared.what === 'fireball-named' ? [] : [el('p', { class: 'what' }, ...said.flatMap((each, at) => [...(at ? [el('br')] : []), each]))];
    return [el('section', { class: 'window', 'aria-label': said.join(' ') }, ...what, this.clock.of(declared), ...passed)];
  }

  /** What was declared, unless the line of what happened last says the same, and what is asked of whoever reads it. */
  #said(passed) {
    const { dock, declared } = this;
    const { seats, log } = dock.table;
    if (passed) return [declared.text];
    if (seats.length === 1 && seats[0] === declared.seat && declared.own) return [this.holds ? declared.own : declared.others];
    const asked = declared.quiet ? [] : [this.#play('pass') ? dock.phrase('asked') : declared.others];
    return log.at(-1)?.text === declared.text && asked.length ? asked : [declared.text, ...asked];
  }

  #play(word) {
    return this.dock.roots().find((play) => play.word === word);
  }

  get holds() {
    const { state, table } = this.dock;
    return state.decks.some(({ hands }) => hands.some(({ seat, cards, hidden }) => table.seats.includes(seat) && cards.length + hidden > 0));
  }

  /** @returns {HTMLElement[]} buttons: the same for all who hold a card, as everybody sees, and none that is refused */
  answers() {
    const { dock } = this;
    const [pass, interrupt] = ['pass', 'interrupt'].map((word) => this.#play(word));
    if (!pass || !dock.table.seats.some((seat) => seat !== 'table')) return [];
    if (this.declared.quiet) {
      return interrupt ? [this.#button('interrupt', 'button plain', () => dock.choose(interrupt))] : [];
    }
    const rest = this.#play('pass-until')?.then.find((play) => play.word === 'turn-end');
    return [
      this.#button('answer', 'button', () => this.#ask()),
      this.#button('pass', 'button', () => dock.choose(pass)),
      ...(rest ? [this.#button('no_more', 'button', () => dock.choose(rest))] : []),
    ];
  }

  #button(phrase, kind, then) {
    const { dock } = this;
    const button = el('button', { 'class': kind, 'type': 'button', 'data-key': phrase, 'aria-disabled': dock.waits ? 'true' : null }, dock.phrase(phrase));
    button.addEventListener('click', () => dock.waits || then());
    return button;
  }

  #ask() {
    const { dock } = this;
    const rows = dock.cardRows();
    dock.ask(dock.phrase('answer'), rows.length ? this.declared.text : dock.phrase('no_answer'), rows);
  }
}
