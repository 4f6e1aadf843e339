/** @file The tree of plays as the sea and the cards walk it. Pure; no element in here. */

import { levelAt } from '../../plays/tree.js';

const PASSES = ['pass', 'pass-until'];
/** Whether *play* is a card that answers something declared. @param {Play} play */
export const isAnswer = ({ role, word }) => role === 'answer' && !PASSES.includes(word);
/** Whether it is played from the hand or from a badge; which cards a hand holds is a secret. */
const isCard = (play) => play.role === 'hand' || isAnswer(play);
/** Their last two words are a column and a row. */
const AT_CELLS = ['go', 'kraken', 'whirlpool'];
/** A cell, an island or a colour square; other words, such as where a card comes from, are no place. */
const PLACE = /^(\d+-\d+|island-\d+|square-\w+)$/;

/** @typedef {import('../../core/types.js').Play} Play */
/** @typedef {{label: string, play: Play|null, path: string[]|null, why: import('../../core/types.js').Why|null}} Offer a line, or what leads on */

/**
 * What a tap on each place of the board does at *path*, by the place's name.
 * @param {Play[]} roots
 * @param {string[]} path
 * @param {string} home the colour whose square a pawn goes back to
 * @returns {Map<string, Offer[]>}
 */
export function offersAt(roots, path, home) {
  /** @type {Map<string, Offer[]>} */
  const found = new Map();
  const add = (place, offer) => PLACE.test(place) && found.set(place, [...(found.get(place) ?? []), offer]);
  const level = levelAt(roots, path);
  for (const verb of path.length ? roots.filter((play) => play.word === level.path[0]) : roots) {
    if (verb.word === 'go-home') add(`square-${home}`, { label: verb.label, play: verb, path: null, why: verb.why });
    if (verb.word === 'colour') for (const play of verb.then) add(`square-${play.word}`, { label: verb.label, play, path: null, why: play.why });
    if (!path.length && verb.role !== 'board' && verb.word !== 'use') continue;
    if (verb.word === 'attack' && level.path.length < 2) leaders(verb, add);
    else for (const { words, play } of lines(level.path.length ? level.plays : verb.then, level.path.length ? level.path : [verb.word])) place(verb, words, play, add);
  }
  return found;
}

/** Who leads an attack is tapped first; one with nothing to attack says why. */
function leaders(verb, add) {
  for (const leader of verb.then) {
    const may = leader.then.some((play) => !play.why);
    add(placeOf(leader.word), { label: verb.label, play: null, path: [verb.word, leader.word], why: may ? null : leader.then[0]?.why ?? leader.why });
  }
}

function place(verb, words, play, add) {
  const at = AT_CELLS.includes(verb.word) ? words.slice(-2).join('-') : placeOf(words.at(-1));
  add(at, { label: verb.word === 'use' ? play.label : verb.label, play, path: null, why: play.why });
}

/** The place of a thing: a pawn in a colour square stands for the square. @param {string} thing @returns {string} */
export const placeOf = (thing) => thing.replace(/^(blue|red|green|yellow)-.*/, 'square-$1');

/** Every complete line below *plays*, with all its words. */
export function lines(plays, before) {
  return plays.flatMap((play) => {
    const words = [...before, play.word];
    return [...(!play.then.length && !play.form ? [{ words, play }] : []), ...lines(play.then, words)];
  });
}

/**
 * The tree without what is played from hidden cards, and without answers: those lie elsewhere.
 * @param {Play[]} roots
 * @returns {Play[]}
 */
export function openly(roots) {
  return roots.flatMap((play) => {
    if (!isCard(play)) return [play];
    const then = play.then.filter((each) => each.word === 'badge');
    return then.length ? [{ ...play, then }] : [];
  });
}
