/** @file What the levels of the tree offer as rows. Pure; no element in here. */

/** So many rows may stand in the place of one. */
const FEW = 6;

/**
 * What to offer at *path*, without the lines that have a large button of their own.
 * @param {import('../core/types.js').Play[]} roots
 * @param {string[]} path words chosen so far
 * @param {Set<string>} elsewhere lines offered elsewhere
 * @returns {{plays: import('../core/types.js').Play[], path: string[], lead: string[], title: string}} *path* as far as it
 *   still exists, and the words of no choice that lead on from there
 */
export function offered(roots, path, elsewhere) {
  let level = roots;
  let title = '';
  const [walked, lead] = [[], []];
  const step = (play, words) => {
    words.push(play.word);
    title = play.label;
    level = play.then;
  };
  for (const word of path) {
    const play = level.find((each) => each.word === word && each.then.length);
    if (!play) break;
    step(play, walked);
  }
  while (level.length === 1 && level[0].then.length) step(level[0], lead); // no choice here
  return { plays: opened(level, elsewhere), path: walked, lead, title };
}

/**
 * Where a step back from *path* leads: past the words that were no choice.
 * @param {import('../core/types.js').Play[]} roots
 * @param {string[]} path
 * @returns {string[]}
 */
export function above(roots, path) {
  const up = path.slice(0, -1);
  return up.length && (playAt(roots, up.slice(0, -1))?.then ?? roots).length === 1 ? above(roots, up) : up;
}

/** The rest of a group is opened out where a large button has the first of it, as long as all that is shown stays few. */
function opened(level, elsewhere) {
  const rows = level.flatMap((play) => without(play, elsewhere));
  for (const [at, play] of [...rows.entries()].reverse()) {
    const open = [...rows.slice(0, at), ...play.then, ...rows.slice(at + 1)];
    const alike = new Set(open.map((each) => each.label)).size < open.length;
    if (play.rest && play.then.every((each) => each.do && !each.form) && open.length <= FEW && !alike) rows.splice(at, 1, ...play.then);
  }
  return rows;
}

/** *play* without the lines in *elsewhere*; a group that leaves no choice is that one choice, under the group's name. */
function without(play, elsewhere) {
  if (!play.then.length) return elsewhere.has(play.do) ? [] : [play];
  const then = play.then.filter((each) => !elsewhere.has(each.do));
  if (!then.length) return [];
  const [only] = then;
  if (play.then.length === 1 && only.do && !only.form) return [{ ...only, word: play.word, label: play.label, hint: only.label }];
  return [then.length === play.then.length ? play : { ...play, then, rest: true }];
}

/**
 * Whether *words* lead to something in the tree: a level, or a complete line.
 * @param {import('../core/types.js').Play[]} roots
 * @param {string[]} words
 * @returns {import('../core/types.js').Play|undefined}
 */
export function playAt(roots, words) {
  let level = roots;
  let play;
  for (const word of words) {
    play = level.find((each) => each.word === word);
    if (!play) return undefined;
    level = play.then;
  }
  return play;
}
