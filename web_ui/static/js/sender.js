/** @file Commands to the table: each has an id of its own and is sent until it is answered, so it counts once. */

import { stopwatch } from './stopwatch.js';

const PATIENCE_MS = 15000;
/** After so long nobody expects a roll any more: it is sent again only where nothing has happened at the table since. */
const IN_ALL_MS = 20000;
const PAUSE_MS = 1000;

/**
 * @param {number} count
 * @returns {string} that many random bytes in hex
 */
export function randomHex(count) {
  return Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Send a command until the table answers, or it is too late: a device that slept may find that others played on.
 * @param {{seen: number, seat: number|string, do: string}} command
 * @param {string|null} lang the language this device chose
 * @param {() => boolean|null} stands whether the table is still as it was seen; null while the page is out of touch
 * @returns {Promise<{done: boolean, text: string, rule: string|null}|null>} null: nobody knows whether it was done
 */
export async function send(command, lang, stands = () => false) {
  const body = JSON.stringify({ id: randomHex(16), entropy: randomHex(16), ...command });
  const address = `/api/v1/commands${lang ? `?lang=${lang}` : ''}`;
  const age = stopwatch();
  for (;;) {
    const left = IN_ALL_MS - age();
    const worth = left > 0 ? true : stands();
    if (worth === false) return null;
    const answer = worth && (await ask(address, body, left > 0 ? Math.min(PATIENCE_MS, left) : PATIENCE_MS));
    if (answer) return answer;
    await new Promise((resume) => setTimeout(resume, PAUSE_MS));
  }
}

async function ask(address, body, patienceMs) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), patienceMs);
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
