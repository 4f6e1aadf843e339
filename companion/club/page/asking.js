/** @file What the keeper asks of tables. Each is sent once, and its answer said. */

import { words } from './words.js';

/**
 * @param {string} address
 * @param {object} body
 * @returns {Promise<{ok: boolean, text: string, told: any}>} *text* says why not
 */
export async function ask(address, body) {
  try {
    const answer = await fetch(address, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    const told = await answer.json().catch(() => ({}));
    return { ok: answer.ok, text: answer.ok ? '' : told.text ?? words('no-answer'), told };
  } catch {
    return { ok: false, text: words('no-answer'), told: {} };
  }
}

/**
 * Have *form*, with a field and ready messages, send what is written there.
 * @param {HTMLFormElement} form
 * @param {() => string[]|'all'} to which tables
 * @param {() => number} count of them
 */
export function sendsMessages(form, to, count) {
  const field = form.querySelector('input');
  const said = form.querySelector('[role=status]');
  for (const ready of form.querySelectorAll('button[data-ready]')) {
    ready.addEventListener('click', () => {
      field.value = ready.textContent.trim();
      field.focus();
    });
  }
  let isSending = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text || isSending) return;
    isSending = true;
    const tables = to();
    const sent = await ask('/api/tables/message', { text, tables });
    isSending = false;
    said.textContent = sent.ok ? words('sent-to', { count: sent.told.tables ?? count() }) : words('not-sent', { text: sent.text });
    if (sent.ok) field.value = '';
  });
}
