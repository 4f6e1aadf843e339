/** @file What this device remembers of its own accord, where it may remember anything. */

/** @param {string} name @returns {any} null where nothing is kept */
export function kept(name) {
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
