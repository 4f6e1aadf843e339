/** @file Cards on their way over the map: one that is drawn goes face down to who drew it, one that is played shows and goes to the pile. */

import { dress, el } from '../../core/dom.js';
import '../../signs/signs-more.js';
import '../../signs/signs-sea.js';
import { sign } from '../../signs/signs.js';
import { cardOf } from '../../cards/card-face.js';
import { Flight, isStill } from '../../cards/flight.js';
import { nameOf } from '../../people/people.js';

/** What brings cards to hands. */
const DRAWS = new Set(['cards', 'taken']);

/**
 * What became of cards between two states.
 * @param {any} before
 * @param {any} now
 * @returns {{played?: {name: string, label: string, text: string, sign?: string}, seat: number}|null} the card that was *played* and by whom, or who drew one
 */
export function flightBetween(before, now) {
  const [[was], [is]] = [before.decks, now.decks];
  if (is.top.length < was.top.length) return null; // taken back, or shuffled
  const count = ({ hands }, seat) => hands.filter((hand) => hand.seat === seat).reduce((sum, { cards, hidden }) => sum + cards.length + hidden, 0);
  const changed = (by) => is.hands.find(({ seat }) => Math.sign(count(is, seat) - count(was, seat)) === by)?.seat;
  if (is.top.length > was.top.length) {
    const seat = changed(-1);
    return seat === undefined ? null : { played: is.top.at(-1), seat };
  }
  const seat = changed(1);
  return seat === undefined ? null : { seat };
}

/**
 * @param {HTMLElement} stage what they lie over
 * @param {{handOf: (seat: number) => Element|null|undefined, isOpen?: () => boolean, pile?: () => Element|null}} reach where cards lie on this page; whether one's own lie face up
 */
export async function flightsOf(stage, { handOf, isOpen = () => false, pile }) {
  await dress('cards');
  const flight = new Flight();
  const laid = el('div', { 'class': 'laid', 'aria-hidden': 'true', 'hidden': true });
  stage.append(...(pile ? [] : [laid]), flight.element);
  let before = null;
  let game = null;
  const show = (table) => {
    const { state, reveal, commitment } = table;
    const top = state.decks[0].top.at(-1);
    laid.hidden = !top || Boolean(state.end);
    if (top) laid.replaceChildren(...sign(top.sign ?? ''));
    const moving = Boolean(reveal) && DRAWS.has(reveal.purpose);
    const found = !moving && before && before !== state && game === commitment ? flightBetween(before, state) : null;
    if (moving && !isStill()) flight.move();
    else if (found && !isStill()) tell(found, table);
    else flight.stop();
    [before, game] = [state, commitment];
  };
  const tell = ({ played, seat }, { people, looks, state }) => {
    if (played) flight.show(signed(cardOf(played), nameOf(people, seat)), () => pile?.() ?? laid);
    else flight.show(isOpen() && looks === seat ? cardOf(ownIn(state, seat)) : el('i', { class: 'back' }), () => handOf(seat));
  };
  return { show };
}

/** The card that came last to an own hand. */
const ownIn = (state, seat) => state.decks[0].hands.find((hand) => hand.seat === seat).cards.at(-1);

function signed(card, name) {
  card.prepend(el('small', {}, name));
  return card;
}
