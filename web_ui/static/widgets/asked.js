/** @file What people are asked or told together, on pages that have no dock: a television, and the simulated table. */

import { laterWords } from '../core/words.js';

let shown = false;

/**
 * @param {import('../core/types.js').Table} table
 * @param {string|null} chosen the language of this device
 * @param {((play: {do: string, seat: number|string}, from: any) => Promise<boolean>)|null} act null: this page only looks
 */
export async function showAsked(table, chosen, act) {
  if (!shown && !table.consent && !table.put_back?.length) return;
  const [{ showConsent }, { showPutBack }, words] = await Promise.all([import('./consent.js'), import('./put-back.js'), laterWords(chosen)]);
  if (!words) return;
  shown = true;
  showConsent(table, words, act);
  showPutBack(table, words, act);
}
