/** @file A card of the island on its way: unreadable until it is told, then over the island for a moment. */

import { cardOf } from '../../widgets/card-face.js';
import { el } from '../../core/dom.js';
import { cardBetween } from './cards.js';

/** So long a drawn card lies over the island before it goes where it belongs. */
const SHOWN_MS = 1800;

/**
 * A card on its way, unreadable until it is told; then what it is, for a moment.
 * @returns {import('./parts.js').Part}
 */
export function drawnOf() {
  const element = el('div', { class: 'coming', 'aria-hidden': 'true' });
  let before = null;
  let timer = 0;
  const hide = () => element.classList.remove('shown');
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
      timer = setTimeout(hide, SHOWN_MS);
    }
  };
  return { element, show };
}
