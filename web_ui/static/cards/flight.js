/** @file A card on its way over a board: unreadable while it moves, then shown, then flown to where it belongs; a tap ends it. */

import { el } from '../core/dom.js';

/** So long a card lies over the board before it goes where it belongs, and so long it flies; then that place answers. */
const SHOWN_MS = 700;
const FLIGHT_MS = 400;
/** Without motion it lies there for so long. */
const STILL_MS = 1800;

/** Whether nothing is to move. */
export const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export class Flight {
  constructor() {
    this.element = el('div', { class: 'coming', 'aria-hidden': 'true' });
    this.timer = 0;
    addEventListener('pointerdown', () => this.end());
  }

  /** A card is on its way: nobody can read it yet. */
  move() {
    clearTimeout(this.timer);
    this.element.replaceChildren(el('i', { class: 'back' }));
    this.element.className = 'coming shown moving';
  }

  /**
   * It is told.
   * @param {Element|null} face none where there is nothing to be shown
   * @param {() => Element|null|undefined} placeOf where it belongs on this page by then
   * @param {string} look
   */
  show(face, placeOf, look = '') {
    clearTimeout(this.timer);
    this.element.className = `coming ${face ? 'shown' : ''} ${look}`;
    if (face) this.element.replaceChildren(face);
    if (face) this.#makeWay(placeOf());
    this.timer = isStill() ? setTimeout(() => this.end(), STILL_MS) : setTimeout(() => this.#fly(placeOf()), SHOWN_MS);
  }

  /** Where it would lie on its own place it lies in the opposite corner: that place is seen with it. */
  #makeWay(to) {
    const [place, face, room] = [to, this.element.firstElementChild, this.element].map((each) => each?.getBoundingClientRect());
    if (!place?.width || place.right < face.left || place.left > face.right || place.bottom < face.top || place.top > face.bottom) return;
    this.element.classList.add(place.y + place.height / 2 < room.y + room.height / 2 ? 'low' : 'high', place.x + place.width / 2 < room.x + room.width / 2 ? 'right' : 'left');
  }

  #fly(to) {
    const [place, face] = [to, this.element.firstElementChild].map((each) => each?.getBoundingClientRect());
    if (place?.width && face?.width) {
      const away = (from, size) => place[from] + place[size] / 2 - face[from] - face[size] / 2;
      this.element.style.setProperty('--flight', `translate(${away('x', 'width')}px, ${away('y', 'height')}px) scale(${place.width / face.width})`);
      this.element.classList.add('flying');
    }
    this.timer = setTimeout(() => this.end(), FLIGHT_MS);
  }

  /** Nothing came of what was on its way. */
  stop() {
    if (this.element.classList.contains('moving')) this.element.className = 'coming';
  }

  end() {
    if (this.element.classList.contains('moving')) return; // until it is told it goes on
    clearTimeout(this.timer);
    this.element.classList.remove('shown', 'flying');
  }
}
