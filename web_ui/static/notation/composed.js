/** @file Rolls that people compose on this page: a formula for free dice, a number for each kind of a pool. */

/** @typedef {{do: string, hint: string}} Composed the line to say, and what it rolls in words */

/** @type {Map<string, Composed|null>} by the name of the dice; null while there is nothing to roll */
const composed = new Map();

/** Keep what was composed for the dice called *name*, and tell whoever shows it. @param {string} name @param {Composed|null} roll */
export function compose(name, roll) {
  if (composed.has(name) && JSON.stringify(composed.get(name)) === JSON.stringify(roll)) return;
  composed.set(name, roll);
  dispatchEvent(new CustomEvent('composed'));
}

/** Here nothing is composed for the dice called *name* now. @param {string} name */
export function withdraw(name) {
  if (composed.delete(name)) dispatchEvent(new CustomEvent('composed'));
}

/** @param {string} name @returns {Composed|null|undefined} undefined where nobody composes anything */
export const composedFor = (name) => composed.get(name);

/** @returns {string[]} the names of all dice that something was composed for */
export const allComposed = () => [...composed.keys()];

/** Another game has other dice. */
export const forget = () => composed.clear();
