/** @file What is wrong with the table, and what the club's keeper says, where it is seen first. */

import { byId, el, say } from '../core/dom.js';

/** The keeper's message that is on the page: the same words once more are told once more. */
let told = '';

/** @param {string} text why nothing can be done, or "" */
export function showTrouble(text) {
  show(byId('trouble'), text);
}

/** @param {import('../core/types.js').Table} table */
export function showNotices(table) {
  showTrouble(table.trouble ?? '');
  const broken = table.devices.filter((device) => !device.working);
  show(byId('missing'), broken.map((device) => device.text).join(' '));
  showKeeper(table.keeper ?? { number: '', says: '', told: '' });
}

/** What is sent as text stays text: whatever the keeper wrote, nothing of it is markup. */
function showKeeper({ number, says, told: called }) {
  const line = byId('keeper-says');
  line.hidden = !says;
  if (number !== told || line.textContent !== says) line.replaceChildren(el('span', {}, says));
  told = number;
  show(byId('keeper-told'), called);
}

function show(element, text) {
  say(element, text);
  element.hidden = !text;
}
