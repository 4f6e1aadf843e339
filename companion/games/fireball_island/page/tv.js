/** @file Fireball Island on a television: the map as large as it can be, whose turn, who has the jewel and the last card beside it. */

import '../../signs/signs-more.js';
import '../../signs/signs-sea.js';
import { addSheet, el, fill, say } from '../../core/dom.js';
import { figure } from '../../drawing/drawings.js';
import { sign } from '../../signs/signs.js';
import { Pieces } from '../../core/pieces.js';
import { frayOf } from '../../widgets/fray.js';
import { endingOf } from '../../ending/ending.js';
import { nameOf } from '../../people/people.js';
import { IslandBoard, LOOKING } from './board.js';
import { crewOf, prizeOf, shownRolls, turnOf } from './parts.js';

await addSheet(new URL('./tv.css', import.meta.url));

/**
 * Draw a game in *root*.
 * @param {HTMLElement} root
 * @returns {(table: import('../../core/types.js').Table) => void} shows a table whose state is the island's
 */
export function build(root) {
  const island = new IslandBoard({ ...LOOKING, rolls: () => shownRolls(island.state) });
  const end = endingOf(undefined, prizeOf);
  const parts = [turnOf(), frayOf(), jewelOf(), lastCardOf(), crewOf()];
  const scene = el('div', { class: 'play-area' }, island.element);
  const flights = import('./flights.js').then(({ flightsOf }) => flightsOf(scene, { handOf: (seat) => root.querySelector(`[data-about="person ${seat}"] .chit`), pile: () => root.querySelector('.played') }));
  root.replaceChildren(end.element, scene, el('div', { class: 'beside who' }, ...parts.map((each) => each.element)));
  let now;
  const pieces = new Pieces([() => island.show(now.state, now.people), ...[end, ...parts].map((part) => () => part.show(now))]);
  return (table) => {
    now = table;
    pieces.draw();
    flights.then((cards) => cards.show(table));
  };
}

/** Who has the jewel, or where it lies. */
function jewelOf() {
  const [label, holder] = [el('small', { class: 'quiet' }), el('b')];
  const element = el('section', { class: 'holder' }, figure('jewel', 'jewel'), el('p', {}, label, holder));
  const show = ({ state, people }) => {
    const { boards: [{ cells, pieces }], words } = state;
    const rich = state.people.find(({ items }) => items.some(({ name }) => name === 'jewel'));
    const lies = pieces.find(({ id }) => id === 'jewel')?.cell;
    say(label, words.jewel);
    say(holder, rich ? nameOf(people, rich.seat) : (cells.find(({ id }) => id === lies)?.label ?? ''));
  };
  return { element, show };
}

/** The card that was played last, and by whom. */
function lastCardOf() {
  const element = el('section', { class: 'holder played', hidden: true });
  let drawn = '';
  const show = ({ state, people, number }) => {
    const [deck] = state.decks;
    const played = state.declared.findLast(({ what }) => deck.top.some(({ name }) => name === what));
    const now = played ? `${number} ${played.number}` : drawn;
    if (!now.startsWith(`${number} `)) element.hidden = true;
    if (now === drawn || !played) return;
    drawn = now;
    const { label, sign: mark } = deck.top.find(({ name }) => name === played.what);
    element.hidden = false;
    element.replaceChildren(...sign(mark), el('p', {}, el('small', { class: 'quiet' }, fill(state.words.pair, { label: state.words.last_card, value: nameOf(people, played.seat) })), el('b', {}, label)));
  };
  return { element, show };
}
