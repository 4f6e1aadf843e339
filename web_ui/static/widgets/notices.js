/** @file What is wrong with the table, where it is seen first. */

import { byId } from '../core/dom.js';

/** @param {string} text why nothing can be done, or "" */
export function showTrouble(text) {
  show(byId('trouble'), text);
}

/** @param {import('../core/types.js').Table} table */
export function showNotices(table) {
  showTrouble(table.trouble ?? '');
  const broken = table.devices.filter((device) => !device.working);
  show(byId('missing'), broken.map((device) => device.text).join(' '));
}

function show(element, text) {
  if (element.textContent !== text) element.textContent = text;
  element.hidden = !text;
}
