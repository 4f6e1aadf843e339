/** @file A hidden card that is played by its place in the hand: what it is stays unsaid until it lies openly. */

import { lines } from './plays.js';
import { wouldDo } from '../../plays/board-plays.js';

/** @typedef {import('../../core/types.js').Play} Play */

/**
 * How a hidden card of the hand of *seat* is played now.
 * @param {Play[]} roots
 * @param {string} card
 * @param {number} seat
 * @returns {{play: Play|null, path: string[]}} a line, or a path that leads on; neither where it can't be
 */
function playOfCard(roots, card, seat) {
  const verb = roots.find((play) => play.word === card);
  const from = verb?.then.find((play) => play.word === 'card') ?? (verb?.word === 'whirlpool' || verb?.do ? verb : null);
  if (!from || !lines([from], []).some(({ play }) => !play.why && play.seats?.includes(seat))) return { play: null, path: [] };
  return from.then.length ? { play: null, path: from === verb ? [card] : [card, 'card'] } : { play: from, path: [] };
}

/** Ask whether *card*, picked at *from*, is played, where it may be. @param {import('./dock.js').Dock} dock */
export function askForCard(dock, { card, seat, title }, from) {
  if (dock.waits) return;
  const { play, path } = playOfCard(dock.roots(), card, seat);
  const done = play ? () => dock.choose(play) : () => dock.walkTo(path, from);
  const rows = play || path.length ? [[dock.phrase('play_it'), done]] : [];
  const would = rows.length ? wouldDo(dock.table, card) : '';
  const face = () => {
    const held = dock.state.decks.flatMap(({ hands }) => hands.flatMap(({ cards }) => cards)).find((each) => each.name === card);
    return held ? { label: held.label, text: would || held.text } : { label: title, text: '' };
  };
  const { shown } = dock.hand; // what it would do tells which card it is
  dock.ask(title, rows.length ? (shown ? would : '') : dock.phrase('not_now'), rows, shown ? null : { label: dock.phrase('hold'), face });
}
