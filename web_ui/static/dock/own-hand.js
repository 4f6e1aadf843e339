/** @file The own cards in a dock: what draws them comes with the first hidden card. */

import { dress } from '../core/dom.js';

export class HandInDock {
  /** @param {any} dock in which it lies; it says what is done with a card by its `pickCard` */
  constructor(dock) {
    this.dock = dock;
    /** @type {import('../widgets/hand.js').OwnHand|null} */
    this.hand = null;
  }

  /** Whether the cards lie face up here. */
  get shown() {
    return Boolean(this.hand?.shown);
  }

  /** @returns {Node[]} the hand, nothing without cards or after the end */
  parts() {
    const { table: { looks }, state: { decks, end } } = this.dock;
    const holds = decks.some((deck) => deck.hands.some((hand) => hand.seat === looks && hand.cards.length));
    if (holds && !this.hand) this.#fetch();
    this.hand?.show(decks, looks);
    return this.hand && holds && !end ? [this.hand.element] : [];
  }

  async #fetch() {
    const { dock } = this;
    const [{ OwnHand }] = await Promise.all([import('../widgets/hand.js'), dress('cards')]);
    this.hand ??= new OwnHand(dock.words, (card, from) => dock.pickCard(card, from));
    dock.draw();
  }
}
