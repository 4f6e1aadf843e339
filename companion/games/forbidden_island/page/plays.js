/** @file The tree of plays as the island's board and cards walk it. Pure; no element in here. */

/** Whether a tap on a tile does *play* at once, without saying first what is meant. */
const isDirect = (play) => play.role === 'board';
/** What a tap on a tile also offers, among others. */
const ASIDE = ['sandbags', 'lift', 'guide'];
/** Who has more of these to choose from chooses what first, then where. */
const FEW = 6;

/** @typedef {import('../../core/types.js').Play} Play */

/**
 * What choosing each tile does at *level*.
 * @param {{plays: Play[], path: string[]}} level
 * @param {Set<string>} tiles
 * @returns {Map<string, Play[]>}
 */
export function tilesAt({ plays, path }, tiles) {
  const found = new Map();
  const add = (tile, play) => found.set(tile, [...(found.get(tile) ?? []), play]);
  if (path.length) plays.filter((play) => tiles.has(play.word) && !play.why).forEach((play) => add(play.word, play));
  else {
    for (const verb of plays.filter(isDirect)) {
      verb.then.filter((play) => !play.why).forEach((play) => add(play.word, { ...play, label: verb.label }));
    }
  }
  return found;
}

/**
 * All that can be done with *tile*, named by what it does, where that is more than one thing: else none.
 * @param {Play[]} roots
 * @param {string} tile
 * @returns {Play[]}
 */
export function endingAt(roots, tile) {
  const direct = roots.filter(isDirect).flatMap((verb) => under(verb, tile));
  const bags = roots.filter((play) => play.word === ASIDE[0]).flatMap((verb) => under(verb, tile));
  if (direct.length + bags.length < 2) return [];
  const others = roots.filter((play) => ASIDE.slice(1).includes(play.word)).flatMap((verb) => under(verb, tile));
  return [...direct, ...bags, ...(others.length <= FEW ? others : [])];
}

/** The lines of *verb* that end at *tile*, each under what it says before that. */
function under(verb, tile) {
  return verb.then.flatMap((play) => {
    if (play.word === tile && play.do && !play.why) return [{ ...play, label: verb.label }];
    return play.then.filter((each) => each.word === tile && each.do && !each.why).map((each) => ({ ...each, label: `${verb.label}: ${play.label}` }));
  });
}

/**
 * What can be done with a card of the hand of *seat*.
 * @param {Play[]} roots
 * @param {string} card
 * @param {number} seat
 * @returns {{leaves: Play[], opens: Play|null}} lines, named by what they do; and the level that playing the card opens
 */
export function playsOfCard(roots, card, seat) {
  const verb = (word) => roots.find((play) => play.word === word);
  const mine = (play) => play.do && !play.why && play.seats.includes(seat);
  const plain = ['discard', 'capture'].flatMap((word) => {
    const play = verb(word);
    return (play?.then ?? []).filter((each) => each.word === card && mine(each)).map((each) => ({ ...each, label: play.label }));
  });
  const gifts = (verb('give')?.then ?? []).flatMap((whom) => whom.then.filter((each) => each.word === card && mine(each)).map((each) => ({ ...each, label: `${verb('give').label}: ${whom.label}` })));
  const special = card === 'helicopter-lift' ? 'lift' : card;
  const opens = verb(special);
  const may = opens && leavesOf(opens).some(mine);
  const off = card === 'helicopter-lift' ? roots.filter((play) => play.word === 'lift-off' && mine(play)) : [];
  return { leaves: [...off, ...plain, ...gifts], opens: may ? opens : null };
}

/** @param {Play} play @returns {Play[]} every complete line below it */
export function leavesOf(play) {
  return [...(play.do && !play.form ? [play] : []), ...play.then.flatMap(leavesOf)];
}
