/** @file How long what was declared still waits for an answer: counted from when this page first saw it. */

import { dress, el } from '../core/dom.js';

const TICK_MS = 250;

export class AnswerClock {
  /** @param {any} dock in which it stands: its phrases say `seconds` and `for_ever` */
  constructor(dock) {
    this.dock = dock;
    this.due = { number: 0, since: 0, of: 0 };
    dress('battle');
    this.element = el('p', { class: 'clock round', role: 'timer', 'aria-live': 'off' }, el('i'), el('span'));
    const ticking = setInterval(() => this.element.isConnected && this.#tick(), TICK_MS);
    dock.closing.signal.addEventListener('abort', () => clearInterval(ticking));
  }

  /** @param {{number: number, answer_s: number}} declared what waits; 0 seconds are no limit @returns {HTMLElement} */
  of({ number, answer_s: of }) {
    if (this.due.number !== number) this.due = { number, since: performance.now(), of };
    this.due.of = of;
    this.element.classList.toggle('round', of > 0); // words alone need no ring, and may not fit in one
    this.#tick();
    return this.element;
  }

  #tick() {
    const { since, of } = this.due;
    const left = Math.max(0, of - (performance.now() - since) / 1000);
    const [bar, said] = this.element.children;
    this.element.style.setProperty('--left', String(of ? left / of : 1));
    bar.style.transform = `scaleX(${of ? left / of : 1})`;
    const text = of ? this.dock.phrase('seconds', { count: Math.ceil(left) }) : this.dock.phrase('for_ever');
    if (said.textContent !== text) said.textContent = text;
  }
}
