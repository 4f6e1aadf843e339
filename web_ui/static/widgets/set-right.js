/** @file Who set what right, in one line that opens, as long as one tap takes back just that. The caption says it aloud. */

import { byId, el } from '../core/dom.js';
import { once } from '../core/pressed.js';

const root = el('section', { class: 'compare', id: 'set-right', hidden: true });
let drawn = '';

/**
 * @param {import('../core/types.js').Table} table
 * @param {(play: {do: string, seat: number|string}, from: Element) => Promise<boolean>} act
 */
export function showSetRight({ undo, reveal, seats }, act) {
  const done = reveal || !seats.length ? null : (undo?.set_right ?? null);
  const now = JSON.stringify([done, seats]);
  if (now === drawn) return;
  drawn = now;
  root.hidden = !done;
  if (!root.isConnected) byId('compare').before(root);
  if (!done) return;
  const button = el('button', { class: 'button', type: 'button', 'aria-describedby': 'set-right-what' }, done.undo);
  button.addEventListener('click', () => once(button, () => act({ do: 'undo', seat: seats[0] }, button)));
  root.replaceChildren(el('details', {}, el('summary', { id: 'set-right-what' }, el('span', {}, [done.text, done.who].filter(Boolean).join(' · ')))), button);
}
