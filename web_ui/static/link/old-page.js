/** @file A page that is older than the table's program and stays so when it is loaded anew: it says it. */

import { byId, el } from '../core/dom.js';
import { laterWords } from '../core/words.js';

/** Say it above everything else, with a way to try once more. */
export async function sayOld() {
  const words = await laterWords(document.documentElement.lang);
  if (!words) return; // the next time the page is opened
  const again = el('button', { class: 'button', type: 'button' }, words('old.again'));
  again.addEventListener('click', () => location.reload());
  byId('notices').prepend(el('div', { class: 'notice', role: 'status' }, el('b', {}, words('old.title')), el('p', {}, words('old.text')), again));
}
