/** @file The table's devices, in the menu: which are there, which are only simulated, and what is wrong with one. */

import { el, redraw } from '../core/dom.js';

/**
 * @param {HTMLElement} list
 * @param {import('../core/types.js').Device[]} devices
 * @param {(key: string) => string} words
 */
export function showDevices(list, devices, words) {
  redraw(list, devices.map(({ label, working, simulated, text }) => {
    const state = working ? words(simulated ? 'page.simulated' : 'page.works') : text;
    return el('li', {}, label, ' ', el('span', { class: working ? null : 'bad' }, state));
  }));
}
