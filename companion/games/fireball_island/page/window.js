/** @file What may be answered: what it is, how long it waits, and the buttons to play a card or to pass. */

import { el } from '../../core/dom.js';

const TICK_MS = 250;

export class AnswerWindow {
  /** @param {import('./dock.js').Dock} dock in which it stands */
  constructor(dock) {
    this.dock = dock;
    this.due = { number: 0, since: 0, of: 0 };
    this.clock = el('p', { class: 'clock', role: 'timer', 'aria-live': 'off' }, el('i'), el('span'));
    const ticking = setInterval(() => this.clock.isConnected && this.#tick(), TICK_MS);
    dock.closing.signal.addEventListener('abort', () => clearInterval(ticking));
  }

  /** What was declared and how long it waits; and, for who is asked, what can be answered. */
  parts() {
    const { dock } = this;
    const declared = dock.state.declared.at(-1);
    if (this.due.number !== declared.number) this.due = { number: declared.number, since: performance.now(), of: 0 };
    this.due.of = declared.answer_s;
    this.#tick();
    const answers = dock.table.seats.some((seat) => seat !== 'table') && !dock.whose && !dock.path.length && !dock.all ? this.#answers() : [];
    return [el('section', { class: 'window', 'aria-label': declared.text }, el('p', { class: 'what' }, declared.text), this.clock, ...answers)];
  }

  #answers() {
    const { dock } = this;
    const [pass, until] = ['pass', 'pass-until'].map((word) => this.#left(dock.roots().find((play) => play.word === word)));
    const holds = dock.state.decks.some(({ hands }) => hands.some(({ seat, cards, hidden }) => dock.table.seats.includes(seat) && cards.length + hidden > 0));
    if (!pass) return holds ? [el('p', { class: 'ask quiet' }, dock.phrase('passed'))] : [];
    const rest = until ? [this.#button('until', 'pass_until', 'button plain', () => this.#until(until))] : [];
    return [el('div', { class: 'actions' }, this.#button('answer', 'answer', 'button', () => this.#play()), this.#button('pass', 'pass', 'button first', () => dock.choose(pass)), ...rest)];
  }

  /** The play for those who didn't pass yet. */
  #left(play) {
    if (!play) return null;
    const { passed } = this.dock;
    const then = play.then.map((each) => this.#left(each)).filter(Boolean);
    const seats = play.seats?.filter((seat) => !passed.has(seat));
    return then.length || seats?.length ? { ...play, seats, then } : null;
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

  #tick() {
    const left = Math.max(0, this.due.of - (performance.now() - this.due.since) / 1000);
    const [bar, said] = this.clock.children;
    bar.style.transform = `scaleX(${this.due.of ? left / this.due.of : 1})`;
    const text = this.due.of ? this.dock.phrase('seconds', { count: Math.ceil(left) }) : this.dock.phrase('for_ever');
    if (said.textContent !== text) said.textContent = text;
  }
}
