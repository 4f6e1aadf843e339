/** @file The words of what comes after the first picture: asked for once, by whatever needs them first. */

import { filling } from './dom.js';

/** @typedef {(key: string, values?: Object<string, string|number>) => string} Words */

/** @type {Promise<Words|null>|null} */
let asked = null;

/**
 * @param {string|null} chosen the language of this device
 * @returns {Promise<Words|null>} null: the table didn't answer, and is asked again the next time
 */
export async function laterWords(chosen) {
  const asking = asked ?? ask(chosen);
  asked = asking;
  const words = await asking;
  if (!words && asked === asking) asked = null;
  return words;
}

async function ask(chosen) {
  try {
    const answer = await fetch(`/api/v1/words${chosen ? `?lang=${chosen}` : ''}`);
    return answer.ok ? filling(await answer.json()) : null;
  } catch {
    return null;
  }
}
