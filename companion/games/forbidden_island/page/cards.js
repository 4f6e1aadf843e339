/** @file Cards of the island by their names; and one that is drawn, on its way over the island to its place. */

import { cardOf } from '../../cards/card-face.js';
import { Flight } from '../../cards/flight.js';

/**
 * The cards of these names: treasure cards, or flood cards by their tiles.
 * @param {any} state
 * @param {string[]} names
 * @returns {import('../../cards/decks.js').Card[]}
 */
export function facesOf({ cards, boards: [{ cells }] }, names) {
  return names.map((name) => ({ name, text: '', label: cells.find((cell) => cell.id === name)?.label ?? '', ...cards[name] }));
}

/**
 * The card that was drawn between two states, by what it did.
 * @param {any} before
 * @param {any} now
 * @returns {any} null where nothing was drawn
 */
export function cardBetween(before, now) {
  const was = new Map(before.boards[0].cells.map((cell) => [cell.id, cell.look]));
  const cell = now.boards[0].cells.find((each) => each.look !== was.get(each.id));
  if (cell) return { name: cell.id, text: cell.notes.at(-1), label: cell.label, sign: 'wave', look: cell.look };
  const count = (hand, name) => (hand?.cards ?? []).filter((each) => each === name).length;
  for (const hand of now.hands) {
    const had = before.hands.find((each) => each.seat === hand.seat);
    const gained = hand.cards.find((each) => count(hand, each) > count(had, each));
    if (gained) return { name: gained, ...now.cards[gained] };
  }
  const rose = now.counters[0].at > before.counters[0].at;
  return rose ? { name: 'water', ...now.cards['waters-rise'], look: 'water' } : null;
}

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
