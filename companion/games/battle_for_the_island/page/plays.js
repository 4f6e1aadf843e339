/** @file The tree of plays as the island and both pads walk it. Pure; no element in here. */

/** What one of the own units does; its square is their first word. */
const BY_UNIT = ['move', 'shoot', 'turn'];
/** What is done on a square at once. */
const ON_SQUARE = ['block', 'remove'];

/** How it is called what a tap does, where no page says it better. */
const PLAIN = {
  take: (/** @type {string} */ verbs) => verbs,
  go: (/** @type {string} */ label, /** @type {Play} */ way, /** @type {string} */ square) => (square ? `${label}, ${way.label}` : label),
};

/** @typedef {import('../../core/types.js').Play} Play */
/** @typedef {{label: string, play: Play|null, unit: string|null}} Offer a line, or a unit that is taken up */

/**
 * The units that can do something, each with what that is.
 * @param {Play[]} roots
 * @returns {Map<string, {label: string, verbs: {word: string, label: string, then: Play[]}[]}>} by their squares
 */
export function unitsIn(roots) {
  const found = new Map();
  for (const verb of roots.filter(({ word }) => BY_UNIT.includes(word))) {
    for (const unit of verb.then) {
      if (!found.has(unit.word)) found.set(unit.word, { label: unit.label, verbs: [] });
      found.get(unit.word).verbs.push({ word: verb.word, label: verb.label, then: unit.then });
    }
  }
  return found;
}

/**
 * What a unit can do, line by line, each with the square that it is done on; turning on the spot is done on none.
 * @param {{verbs: {word: string, label: string, then: Play[]}[]}} unit
 * @returns {{verb: string, label: string, square: string, play: Play}[]}
 */
export function linesOf({ verbs }) {
  return verbs.flatMap(({ word, label, then }) => then.flatMap((play) => {
    if (word === 'move') return play.then.map((way) => ({ verb: word, label: play.label, square: play.word, play: way }));
    return [{ verb: word, label, square: word === 'shoot' ? play.word : '', play }];
  }));
}

/**
 * What a tap on each square, and each column of a pad, does now.
 * @param {Play[]} roots
 * @param {string} unit the square of the unit that was taken up, "" for none
 * @param {{kind: string, facing: string}} placing what is placed, while things are
 * @param {string} others what a tap on the unit that was taken up is called: another is to be taken
 * @param {typeof PLAIN} calls how it is called what a tap does
 * @returns {Map<string, Offer[]>}
 */
export function offersAt(roots, unit, { kind, facing }, others, calls = PLAIN) {
  const found = new Map();
  const add = (place, offer) => found.set(place, [...(found.get(place) ?? []), { unit: null, play: null, ...offer }]);
  const units = unitsIn(roots);
  for (const [square, own] of units) {
    if (square !== unit) add(square, { label: calls.take(own.verbs.map((verb) => verb.label).join(', ')), unit: square });
    else if (units.size > 1) add(square, { label: others, unit: '' });
  }
  const taken = units.get(unit);
  for (const { verb, label, square, play } of taken ? linesOf(taken) : []) {
    if (square) add(square, { label: verb === 'move' ? calls.go(label, play, square) : label, play });
  }
  for (const verb of roots) {
    if (ON_SQUARE.includes(verb.word)) for (const play of verb.then) add(play.word, { label: verb.label, play });
    if (verb.word === 'place') {
      const of = verb.then.find((each) => each.word === kind);
      for (const square of of?.then ?? []) add(square.word, { label: `${verb.label}: ${of?.label}`, play: square.then.find((each) => each.word === facing) });
    }
    if (verb.word === 'load') for (const play of verb.then.find((each) => each.word === kind)?.then ?? []) add(columnOf(play), { label: verb.label, play });
    if (verb.word === 'advance') for (const play of verb.then) add(columnOf(play), { label: verb.label, play });
    if (verb.word === 'remove-from-pad') for (const play of verb.then) add(columnOf(play, true), { label: verb.label, play });
  }
  return found;
}

/** The column of the own pad, or of the *other* player's, that *play* ends at. */
function columnOf({ word, seats = [] }, other = false) {
  const seat = Number(seats[0]);
  return `pad-${(other ? 1 - seat : seat) + 1}-${word}`;
}
