/** @file The tree of plays as any board walks it: what a tap on each place means. Pure; no element in here. */

import { levelAt } from './tree.js';

/** @typedef {import('../core/types.js').Play} Play */
/** @typedef {{label: string, play: Play|null, path: string[]|null, why: import('../core/types.js').Why|null}} Offer a line, or what leads on */

/** So many words may call one place, as a column and a row do. */
const MAX_WORDS = 2;
const SQUARE = /^\d+-\d+$/;

/**
 * What a tap on each place of *board* does at *path*: what is done on boards at once, and, once it was said what is
 * meant, all that it may be done with.
 * @param {Play[]} roots
 * @param {string[]} path
 * @param {import('../boards/board.js').Board} board
 * @returns {Map<string, Offer[]>} by the id of the cell
 */
export function offersOn(roots, path, board) {
  /** @type {Map<string, Offer[]>} */
  const found = new Map();
  const add = (place, offer) => found.set(place, [...(found.get(place) ?? []), offer]);
  const placeOf = placesOf(board);
  const level = levelAt(roots, path);
  const verbs = level.path.length ? roots.filter((play) => play.word === level.path[0]) : roots.filter((play) => play.role === 'board');
  for (const verb of verbs) {
    const [plays, before] = level.path.length ? [level.plays, level.path] : [verb.then, [verb.word]];
    for (const play of plays) walk(play, [...before, play.word], verb.label, placeOf, add);
  }
  return found;
}

/** Below what is a place by itself nothing is offered until it was chosen. */
function walk(play, words, label, placeOf, add) {
  const place = placeOf(words.slice(1));
  if (!play.then.length) {
    if (place && play.do && !play.form) add(place, { label, play, path: null, why: play.why });
  } else if (place) {
    const may = linesOf(play).filter((line) => !line.why);
    add(place, { label, play: null, path: words, why: may.length ? null : (linesOf(play)[0]?.why ?? play.why) });
  } else for (const each of play.then) walk(each, [...words, each.word], label, placeOf, add);
}

/** @param {Play} play @returns {Play[]} every complete line below it */
const linesOf = (play) => (play.then.length ? play.then.flatMap(linesOf) : [play]);

/**
 * A piece stands for the cell that it is on.
 * @param {import('../boards/board.js').Board} board
 * @returns {(words: string[]) => string} the cell that the last of *words* call, "" for none
 */
function placesOf({ cells, pieces = [], plain, columns = 0, rows = 0 }) {
  const places = new Map([...pieces.map((piece) => [piece.id, piece.cell]), ...cells.map((cell) => [cell.id, cell.id])]);
  const isSquare = (id) => Boolean(plain) && SQUARE.test(id) && id.split('-').every((each, at) => Number(each) <= [columns, rows][at]);
  return (words) => {
    for (let count = 1; count <= Math.min(MAX_WORDS, words.length); count += 1) {
      const id = words.slice(-count).join('-');
      if (id && places.has(id)) return places.get(id);
      if (count > 1 && isSquare(id)) return id;
    }
    return words.length && isSquare(words.at(-1)) ? words.at(-1) : '';
  };
}

/** What *card* of whoever looks at *table* would do to what was declared, "" where that isn't told. @returns {string} */
export function wouldDo({ state, looks, seats }, card) {
  const told = (state.declared.at(-1)?.would ?? []).filter((each) => each.card === card);
  return (told.find(({ seat }) => seat === null || seat === looks) ?? told.find(({ seat }) => seats.includes(seat)))?.text ?? '';
}
