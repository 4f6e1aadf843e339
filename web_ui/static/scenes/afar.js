/** @file What pages that have no dock show besides the game, a television and the simulated table: moments, and what people are asked together. */

import { drawingsOf, kindOf } from '../core/games.js';

let shown = false;

/**
 * Show what people are asked or told together.
 * @param {import('../core/types.js').Table} table
 * @param {string|null} chosen the language of this device
 * @param {((play: {do: string, seat: number|string}, from: any) => Promise<boolean>)|null} act null: this page only looks
 */
export async function showAsked(table, chosen, act) {
  if (!shown && !table.consent && !table.put_back?.length) return;
  const [{ laterWords }, { showConsent }, { showPutBack }] = await Promise.all([import('../core/words.js'), import('../undo/consent.js'), import('../undo/put-back.js')]);
  const words = await laterWords(chosen);
  if (!words) return;
  shown = true;
  showConsent(table, words, act);
  showPutBack(table, words, act);
}

/** Show scenes and sounds at moments, unless they are switched off. @param {() => import('../core/types.js').Table} table what the page shows */
export async function scenesOf(table) {
  const [{ readSounds, wake }, { Moments }] = await Promise.all([import('../core/sounds.js'), import('./moments.js')]);
  readSounds(true);
  addEventListener('pointerdown', wake);
  const moments = new Moments(table);
  return {
    /** @param {import('../core/types.js').Moment} moment */
    async show(moment) {
      await drawingsOf(kindOf(table()));
      moments.show(moment);
    },
  };
}
