/** @file The shelf over a page on which a game lies already. */

import { dress, el } from '../core/dom.js';
import { Shelf } from './shelf.js';

/**
 * Open it; what the table says of it is asked for now.
 * @param {any} phone the page
 * @returns {Promise<boolean>} whether the table has answered
 */
export async function openShelf(phone) {
  const { chosen, table, lent } = phone;
  const address = chosen ? `/api/v1/shelf?lang=${chosen}` : '/api/v1/shelf';
  const [told, words] = await Promise.all([fetch(address).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null), phone.more(), dress('shelf'), dress('form')]);
  if (!told || !words) return false;
  const sheet = el('dialog', { class: 'sheet tall shelf-sheet', 'aria-labelledby': 'shelf-title' });
  const away = el('button', { class: 'button plain', type: 'button' }, words('consent.withdraw'));
  const holder = el('div', {}, el('h2', { id: 'shelf-title' }, words('shelf.another')));
  away.addEventListener('click', () => sheet.close());
  const close = () => sheet.close();
  // What is heard of the page's states goes the page's own way.
  const own = { act: lent.act, more: lent.more, close, get heard() { return lent.heard; }, set heard(hear) { lent.heard = hear; } };
  const shelf = new Shelf(holder, own);
  holder.append(away);
  sheet.append(holder);
  sheet.addEventListener('close', () => sheet.remove());
  document.body.append(sheet);
  sheet.showModal();
  shelf.show(table, told);
  phone.shelf = shelf;
  return true;
}
