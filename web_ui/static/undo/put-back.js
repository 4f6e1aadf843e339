/** @file What hands have to put right on the real board after something was taken back: to tick off, and Done for everybody. */

import { dress, el } from '../core/dom.js';
import { once } from '../link/sender.js';

/** @type {any} */
let sheet = null;
let drawn = '';
/** What somebody has looked at and put away on this page alone. */
let away = '';

/**
 * @param {import('../core/types.js').Table} table
 * @param {Function} words
 * @param {((play: {do: string, seat: number|string}, from: any) => Promise<boolean>)|null} act null: this page only looks
 */
export async function showPutBack(table, words, act) {
  const lines = table.reveal ? [] : (table.put_back ?? []);
  const now = JSON.stringify(lines.length ? [lines, table.log?.at(-1)?.n] : []);
  if (now === drawn) return;
  drawn = now;
  sheet?.remove();
  sheet = null;
  if (!lines.length || away === now) return;
  await dress('consent');
  if (now !== drawn) return;
  const speaker = act ? (table.seats.includes('table') ? 'table' : table.seats[0]) : undefined;
  const rows = lines.map((text) => el('li', {}, ...(speaker === undefined ? [text] : [el('label', { class: 'tick' }, el('input', { type: 'checkbox' }), el('span', {}, text))])));
  const parts = [el('h2', { id: 'put-back-title' }, words('put-back.title')), el('p', { class: 'quiet' }, words('put-back.hint')), el('ul', {}, ...rows)];
  if (speaker !== undefined) {
    const done = el('button', { class: 'button first', type: 'button' }, words('put-back.done'), ' ', el('small', {}, words('put-back.done-hint')));
    done.addEventListener('click', () => once(done, () => act({ do: 'put-back', seat: speaker }, done)));
    const look = el('button', { class: 'button plain', type: 'button' }, words('put-back.look'));
    look.addEventListener('click', () => {
      away = now;
      sheet?.remove();
      sheet = null;
    });
    parts.push(done, look);
  }
  sheet = el('section', { class: 'sheet consent put-back', id: 'put-back', role: 'status', 'aria-labelledby': 'put-back-title' }, el('div', {}, ...parts));
  document.body.append(sheet);
}
