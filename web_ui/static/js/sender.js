/** @file Commands to the table: each has an id of its own and is sent until it is answered, so it counts once. */

const PATIENCE_MS = 15000;
const PAUSE_MS = 1000;

/**
 * @param {number} count
 * @returns {string} that many random bytes in hex
 */
export function randomHex(count) {
  return Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Send a command until the table answers.
 * @param {{seen: number, seat: number|string, do: string}} command
 * @param {string|null} lang the language this device chose
 * @returns {Promise<{done: boolean, text: string, rule: string|null}>}
 */
export async function send(command, lang) {
  const body = JSON.stringify({ id: randomHex(16), entropy: randomHex(16), ...command });
  const address = `/api/v1/commands${lang ? `?lang=${lang}` : ''}`;
  for (;;) {
    const answer = await ask(address, body);
    if (answer) return answer;
    await new Promise((resume) => setTimeout(resume, PAUSE_MS));
  }
}

async function ask(address, body) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(address, { method: 'POST', headers, body, signal: patience.signal });
    const answer = await response.json();
    if (response.ok) return { done: true, text: '', rule: null };
    return { done: false, text: String(answer.text), rule: answer.rule ?? null };
  } catch {
    return null; // no answer, or not the table's
  } finally {
    clearTimeout(timer);
  }
}
