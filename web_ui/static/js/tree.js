/** @file Walking the tree of plays: what is offered now, and for whom it is said. Pure; no element in here. */

const FEW = 6;

/**
 * What to offer at *path*, without the lines that have a large button of their own.
 * @param {import('./types.js').Play[]} roots
 * @param {string[]} path words chosen so far
 * @param {Set<string>} elsewhere lines offered elsewhere
 * @returns {{plays: import('./types.js').Play[], path: string[], title: string}} *path* as far as it still exists
 */
export function offered(roots, path, elsewhere) {
  let level = roots;
  let title = '';
  const walked = [];
  for (const word of path) {
    const play = level.find((each) => each.word === word && each.then.length);
    if (!play) break;
    walked.push(word);
    title = play.label;
    level = play.then;
  }
  while (level.length === 1 && level[0].then.length) {
    title = level[0].label; // no choice here
    level = level[0].then;
  }
  return { plays: opened(level, elsewhere), path: walked, title };
}

/** Small groups are opened out where that shows all there is at once: one tap less. */
function opened(level, elsewhere) {
  const groups = level.map((play) => (play.then.length ? play.then : [play]).filter((each) => !elsewhere.has(each.do)));
  const flat = groups.flat();
  const simple = flat.every((play) => !play.then.length) && new Set(flat.map((play) => play.label)).size === flat.length;
  return simple && flat.length <= FEW ? flat : level;
}

/**
 * Find the complete line *line* in a tree.
 * @param {import('./types.js').Play[]} roots
 * @param {string} line
 * @returns {import('./types.js').Play|undefined}
 */
export function leafOf(roots, line) {
  for (const play of roots) {
    const found = play.do === line ? play : leafOf(play.then, line);
    if (found) return found;
  }
  return undefined;
}

/**
 * For whom *play* is said: a seat of ours that may, the table itself first. Who speaks for the table speaks for chance,
 * where people type what real dice show.
 * @param {(number|string)[]} ours
 * @param {import('./types.js').Play|undefined} play
 * @returns {number|string}
 */
export function speaker(ours, play) {
  const may = (play?.seats ?? []).filter((seat) => ours.includes(seat === 'chance' ? 'table' : seat));
  return may.includes('table') ? 'table' : (may[0] ?? 'table');
}

/** The line that a filled form spells: the words one after the other, or, where they are named, only those changed.
 * @param {import('./types.js').Play} play
 * @param {string[]} values one for each field
 * @returns {string}
 */
export function lineOf(play, values) {
  const words = play.named
    ? play.form.flatMap((field, at) => (values[at] === field.word ? [] : [`${field.name}=${values[at]}`]))
    : values;
  return [play.do, ...words].join(' ');
}
