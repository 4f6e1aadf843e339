/** @file A card of the island on its way: unreadable until it is told, then over the island, from where it flies to its place. */

import { cardOf } from '../../widgets/card-face.js';
import { el } from '../../core/dom.js';
import { cardBetween } from './cards.js';

/** So long a drawn card lies over the island before it goes where it belongs, and so long it flies; then that place answers. */
const SHOWN_MS = 700;
const FLIGHT_MS = 400;
/** Without motion it lies there for so long. */
const STILL_MS = 1800;

/**
 * A card on its way, unreadable until it is told; then what it is, for a moment.
 * @param {(card: {name: string}) => Element|null|undefined} placeOf where it belongs on this page
 * @returns {import('./parts.js').Part}
 */
export function drawnOf(placeOf = () => null) {
  const element = el('div', { class: 'coming', 'aria-hidden': 'true' });
  let before = null;
  let timer = 0;
  const hide = () => element.classList.remove('shown', 'flying');
  const fly = (card) => {
    const place = placeOf(card)?.getBoundingClientRect();
    const face = element.firstElementChild?.getBoundingClientRect();
    if (place?.width && face?.width) {
      element.style.setProperty('--flight', `translate(${middle(place, 'x', 'width') - middle(face, 'x', 'width')}px, ${middle(place, 'y', 'height') - middle(face, 'y', 'height')}px) scale(${place.width / face.width})`);
      element.classList.add('flying');
    }
    timer = setTimeout(hide, FLIGHT_MS);
  };
  const show = ({ state, reveal }) => {
    const moving = Boolean(reveal) && state.decks.some((deck) => deck.name === reveal.purpose);
    if (moving) {
      clearTimeout(timer);
      before = state;
      element.replaceChildren(el('i', { class: 'back' }));
      element.className = 'coming shown moving';
    } else if (before && state !== before) {
      const card = cardBetween(before, state);
      before = null;
      element.className = `coming ${card ? 'shown' : ''} ${card?.look ?? ''}`;
      if (card) element.replaceChildren(cardOf(card));
      timer = matchMedia('(prefers-reduced-motion: reduce)').matches ? setTimeout(hide, STILL_MS) : setTimeout(fly, SHOWN_MS, card ?? {});
    }
  };
  return { element, show };
}

const middle = (box, from, size) => box[from] + box[size] / 2;
