/** @file What was promised of games' draws, kept on this device since it first saw it: nobody can change it here later. */

const KEY = 'promises';
const MOST = 50;

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {}; // storage is switched off: this device remembers nothing
  }
}

/** @param {string|null} commitment of a game in which nothing has been drawn yet */
export function remember(commitment) {
  const promises = kept();
  if (!commitment || commitment in promises) return;
  const newest = Object.entries({ ...promises, [commitment]: Date.now() }).sort(([, one], [, other]) => other - one);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest.slice(0, MOST))));
  } catch {
    // full or switched off: the check says nothing of when it was seen
  }
}

/** @param {string} commitment @returns {number|null} when this device first saw it, in milliseconds since 1970 */
export const seenAt = (commitment) => kept()[commitment] ?? null;
