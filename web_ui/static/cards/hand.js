/** @file One's own hand, as cards; secret ones lie face up only while they are held open. */

import { cardOf } from './card-face.js';
import { el } from '../core/dom.js';
import { peekButton } from './peek.js';

export class OwnHand {
  /**
   * @param {(key: string, values?: Object<string, string|number>) => string} words
   * @param {(card: {deck: string, card: string, seat: number|'table', title: string}, from: Element) => void} pick
   */
  constructor(words, pick) {
    this.words = words;
    this.pick = pick;
    this.shown = false;
    this.cards = el('ul', { class: 'hand' });
    this.peeking = peekButton(words('page.peek'), words('page.hide'), (shown) => this.#turn(shown));
    this.peek = this.peeking.element;
    this.element = el('section', { class: 'own' }, this.cards, this.peek);
    this.held = [];
    this.drawn = '';
  }

  /** @param {import('./decks.js').Deck[]} decks @param {number|'table'|null} seat whose hand this device holds */
  show(decks, seat) {
    const own = (deck) => deck.hands.find((hand) => hand.seat === seat)?.cards ?? [];
    this.held = decks.flatMap((deck) => own(deck).map((card) => ({ deck: deck.name, card, seat, secret: deck.secret })));
    if (!this.held.some((each) => each.secret)) this.peeking.hide();
    this.#draw();
  }

  #turn(shown) {
    this.shown = shown;
    this.#draw();
  }

  #draw() {
    this.element.hidden = !this.held.length;
    this.peek.hidden = !this.held.some((each) => each.secret);
    this.cards.setAttribute('aria-label', this.words('page.hand', { count: this.held.length }));
    const drawn = JSON.stringify([this.shown, this.held]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.cards.classList.toggle('open', this.shown);
    this.cards.replaceChildren(...this.held.map((each, at) => this.#card(each, at)));
  }

  /** A card that lies face down isn't drawn at all: not its name, not what it does. It is picked by its place. */
  #card({ deck, card, seat, secret }, at) {
    const place = this.words('page.card', { number: at + 1 });
    const down = secret && !this.shown;
    const face = down ? el('button', { class: 'back', type: 'button', 'aria-label': place }) : cardOf(card, 'button', { type: 'button' });
    face.addEventListener('click', () => this.pick({ deck, card: card.name, seat, title: secret ? place : card.label }, face));
    return el('li', {}, face);
  }
}
