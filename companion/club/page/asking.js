/** @file What the keeper asks of tables. Each is sent once, and its answer said; then what became of it at each table. */

import { words } from './words.js';

/**
 * @param {string} address
 * @param {object} body
 * @returns {Promise<{ok: boolean, text: string, told: any}>} *text* says why not
 */
export async function ask(address, body) {
  try {
    const answer = await fetch(`${address}?lang=${document.documentElement.lang}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    const told = await answer.json().catch(() => ({}));
    return { ok: answer.ok, text: answer.ok ? '' : told.text ?? words('no-answer'), told };
  } catch {
    return { ok: false, text: words('no-answer'), told: {} };
  }
}

const CAME = ['shown', 'told', 'sent', 'asked', 'taken', 'declined', 'refused'];
/** @type {Map<Element, {text: string, id: string}>} */
const followed = new Map();
let known = [];

/**
 * Have *place* say *text*, and what became of the order *id* at the tables that answer it.
 * @param {Element} place
 * @param {string} text
 * @param {string} [id] "" follows none any more
 */
export function follow(place, text, id = '') {
  if (id) followed.set(place, { text, id });
  else followed.delete(place);
  place.textContent = text;
  sayAnswers(known);
}

/** @param {Iterable<import('./tile.js').Tile>} tiles all of them, whenever one has changed */
export function sayAnswers(tiles) {
  known = [...tiles];
  const answers = known.flatMap((tile) => tile.answers ?? []);
  for (const [place, { text, id }] of followed) {
    const own = answers.filter((each) => each.id === id);
    const count = (came) => own.filter((each) => each.came === came).length;
    const said = [text, ...CAME.filter(count).map((came) => words(`came-${came}`, { count: count(came) }))].join(' ');
    if (place.textContent !== said) place.textContent = said;
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
    if (sent.ok) follow(said, words('sent-to', { count: sent.told.tables ?? count() }), sent.told.id);
    else follow(said, words('not-sent', { text: sent.text }));
    if (sent.ok) field.value = '';
  });
}
