/** @file The tree of plays: a line in it, and for whom that is said. Pure; no element in here. */

/**
 * The tree with everything in it that is left out on the way, because it says nothing.
 * @param {Partial<import('../core/types.js').Play>[]} plays
 * @returns {import('../core/types.js').Play[]}
 */
export function whole(plays) {
  return plays.map((play) => ({ do: null, seats: [], why: null, form: null, ...play, then: whole(play.then ?? []) }));
}

/**
 * Find the complete line *line* in a tree.
 * @param {import('../core/types.js').Play[]} roots
 * @param {string} line
 * @returns {import('../core/types.js').Play|undefined}
 */
export function leafOf(roots, line) {
  for (const play of roots) {
    const found = play.do === line ? play : leafOf(play.then, line);
    if (found) return found;
  }
  return undefined;
}

/**
 * For whom *play* may be said: the table itself if it may, else each seat of ours that may. Who speaks for the table
 * speaks for chance, where people type what real dice show.
 * @param {(number|string)[]} ours
 * @param {import('../core/types.js').Play|undefined} play
 * @returns {(number|string)[]}
 */
export function speakers(ours, play) {
  const may = (play?.seats ?? []).filter((seat) => ours.includes(seat === 'chance' ? 'table' : seat));
  return may.includes('table') || !may.length ? ['table'] : may;
}

/**
 * What to choose from at *path*; inside a play, where there is no choice, one level further.
 * @param {import('../core/types.js').Play[]} roots
 * @param {string[]} path
 * @returns {{plays: import('../core/types.js').Play[], path: string[], title: string}}
 */
export function levelAt(roots, path) {
  let plays = roots;
  const [walked, titles] = [[], []];
  const step = (play) => {
    walked.push(play.word);
    titles.push(play.label);
    plays = play.then;
  };
  for (const word of path) {
    const play = plays.find((each) => each.word === word && each.then.length);
    if (!play) break;
    step(play);
  }
  while (walked.length && plays.length === 1 && plays[0].then.length) step(plays[0]);
  return { plays, path: walked, title: titles.join(', ') };
}

/** @param {import('../core/types.js').Play} play @returns {import('../core/types.js').Play[]} every complete line in it */
export function leavesOf(play) {
  return [...(play.do && !play.form ? [play] : []), ...play.then.flatMap(leavesOf)];
}

/** What can be done with a countdown, in the order of its buttons. */
export const CLOCK_VERBS = ['start', 'pause', 'extend', 'reset'];

/** @param {any} state @returns {string[]} the lines that stand beside its countdowns */
export const clockLines = (state) => (state?.clocks ?? []).flatMap(({ name }) => CLOCK_VERBS.map((verb) => `${verb} ${name}`));

/** @param {string} role @returns {(play: import('../core/types.js').Play) => boolean} whether a play has it */
export const has = (role) => (play) => play.role === role;
