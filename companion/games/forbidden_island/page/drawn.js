/** @file A card of the island on its way: unreadable until it is told, then over the island, from where it flies to its place. */

import { cardOf } from '../../widgets/card-face.js';
import { Flight } from '../../widgets/flight.js';
import { cardBetween } from './cards.js';

/**
 * A card on its way, unreadable until it is told; then what it is, for a moment.
 * @param {(card: {name: string}) => Element|null|undefined} placeOf where it belongs on this page
 * @returns {import('./parts.js').Part}
 */
export function drawnOf(placeOf = () => null) {
  const flight = new Flight();
  let before = null;
  const show = ({ state, reveal }) => {
    const moving = Boolean(reveal) && state.decks.some((deck) => deck.name === reveal.purpose);
    if (moving) {
      before = state;
      flight.move();
    } else if (before && state !== before) {
      const card = cardBetween(before, state);
      before = null;
      flight.show(card && cardOf(card), () => placeOf(card ?? {}), card?.look);
    }
  };
  return { element: flight.element, show };
}
