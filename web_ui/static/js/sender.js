/** @file Commands to the table: each has an id of its own and is sent until it is answered, so it counts once. */

import { stopwatch } from './stopwatch.js';

const PATIENCE_MS = 15000;
/** After so long nothing is sent any more: nobody expects a roll that comes later. */
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
 * Send a command until the table answers, or it is too late.
 * @param {{seen: number, seat: number|string, do: string}} command
 * @param {string|null} lang the language this device chose
 * @returns {Promise<{done: boolean, text: string, rule: string|null}|null>} null: nobody knows whether it was done
 */
export async function send(command, lang) {
  const body = JSON.stringify({ id: randomHex(16), entropy: randomHex(16), ...command });
  const address = `/api/v1/commands${lang ? `?lang=${lang}` : ''}`;
  const age = stopwatch();
  for (let left = IN_ALL_MS; left > 0; left = IN_ALL_MS - age()) {
    const answer = await ask(address, body, Math.min(PATIENCE_MS, left));
    if (answer) return answer;
    await new Promise((resume) => setTimeout(resume, PAUSE_MS));
  }
  return null;
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
    return { done: false, text: String(answer.text), rule: answer.rule ?? null };
  } catch {
    return null; // no answer, or not the table's
  } finally {
    clearTimeout(timer);
  }
}
