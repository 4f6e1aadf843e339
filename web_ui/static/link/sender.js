/** @file Commands to the table: each has an id of its own and is sent until it is answered, so it counts once. */

import { randomHex, stopwatch } from '../core/dom.js';

const PATIENCE_MS = 15000;
/** After so long nobody expects a roll any more, however long this device slept: nothing is done later by itself. */
const IN_ALL_MS = 30000;
const PAUSE_MS = 1000;

/**
 * Send a command until the table answers, it is too late, or it is *over*: then that says how it ended.
 * @param {{id?: string, seen: number, seat: number|string, do: string}} command
 * @param {string|null} lang the language this device chose
 * @param {AbortSignal} over its reason is the answer
 * @returns {Promise<{done: boolean, text: string, rule: string|null}|null>} null: nobody knows whether it was done
 */
export async function send(command, lang, over = new AbortController().signal) {
  const body = JSON.stringify({ id: randomHex(16), entropy: randomHex(16), ...command });
  const address = `/api/v1/commands${lang ? `?lang=${lang}` : ''}`;
  const age = stopwatch();
  for (;;) {
    const left = IN_ALL_MS - age();
    const answer = over.aborted ? over.reason : left > 0 && (await ask(address, body, Math.min(PATIENCE_MS, left), over));
    if (answer || left <= 0) return answer || null;
    await new Promise((resume) => {
      setTimeout(resume, over.aborted ? 0 : PAUSE_MS);
      over.addEventListener('abort', resume);
    });
  }
}

async function ask(address, body, patienceMs, over) {
  const patience = new AbortController();
  const stop = () => patience.abort();
  const timer = setTimeout(stop, patienceMs);
  over.addEventListener('abort', stop);
  try {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(address, { method: 'POST', headers, body, signal: patience.signal });
    const answer = await response.json();
    if (response.ok) return { done: true, text: '', rule: null };
    if (answer.error === 'busy') return null; // it may still be done: only the same id, sent again, tells
    const text = answer.error === 'consent' ? '' : String(answer.text); // what is wished for is asked on every page
    return { done: false, text, rule: answer.rule ?? null };
  } catch {
    return null; // no answer, or not the table's
  } finally {
    clearTimeout(timer);
  }
}

/**
 * While a button waits for the table's answer it shows that, and isn't pressed twice.
 * @param {Element} button
 * @param {() => Promise<any>} act what it does; while that isn't settled nothing is done once more
 */
export async function once(button, act) {
  if (button.hasAttribute('aria-busy')) return;
  button.setAttribute('aria-busy', 'true');
  try {
    await act();
  } finally {
    button.removeAttribute('aria-busy');
  }
}
