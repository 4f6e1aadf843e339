/** @file What this device remembers of its own accord, where it may remember anything. */

/** Under which promises are kept, and how many. */
const PROMISES = 'promises';
const MOST = 50;

/** @param {string} name @returns {any} null where nothing is kept */
export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null; // storage is switched off, or holds what isn't ours
  }
}

/** @param {string} name @param {any} value */
export function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // storage is switched off: it is told once more the next time
  }
}

/** Keep what was promised of a game's draws, since it was first seen: nobody can change it here later. @param {string|null} commitment of a game in which nothing has been drawn yet */
export function keepPromise(commitment) {
  const promises = recall(PROMISES) ?? {};
  if (!commitment || commitment in promises) return;
  const newest = Object.entries({ ...promises, [commitment]: Date.now() }).sort(([, one], [, other]) => other - one);
  keep(PROMISES, Object.fromEntries(newest.slice(0, MOST)));
}

/** @param {string} commitment @returns {number|null} when this device first saw it, in milliseconds since 1970 */
export const seenAt = (commitment) => recall(PROMISES)?.[commitment] ?? null;
