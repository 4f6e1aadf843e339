/** @file The tree of plays as the island's board and cards walk it. Pure; no element in here. */

/** Whether a tap on a tile does *play* at once, without saying first what is meant. */
const isDirect = (play) => play.role === 'board';

/** What is done there, as a sign on a disc; whatever goes somewhere is an arrow. */
const VERBS = {
  shore: 'M12 14V4M7.5 8L12 3.5 16.5 8M3 19q3-3.5 6 0t6 0 6 0',
  fly: 'M12 2.5c1 0 1.5 1.5 1.5 3V10l8 5v2l-8-2.5V19l2.5 2v1L12 21l-4 1v-1l2.5-2v-4.5L2.5 17v-2l8-5V5.5c0-1.5.5-3 1.5-3z',
  move: 'M4 12h13M12 6l6 6-6 6',
};
/** @param {string} verb @returns {string} its sign, as a path in a square of 24 */
export const signOf = (verb) => VERBS[['shore', 'shore-two', 'sandbags'].includes(verb) ? 'shore' : ['fly', 'lift'].includes(verb) ? 'fly' : 'move'];

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
  const may = (play) => mine(play) || play.then.some(may);
  const special = card === 'helicopter-lift' ? 'lift' : card;
  const opens = verb(special);
  const off = card === 'helicopter-lift' ? roots.filter((play) => play.word === 'lift-off' && mine(play)) : [];
  return { leaves: [...off, ...plain, ...gifts], opens: opens && may(opens) ? opens : null };
}
