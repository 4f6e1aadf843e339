/** @file How the table is: sends what a button puts right, then looks again. */

import { byId, randomHex } from '../core/dom.js';

document.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-do]') : null;
  if (!button || button.getAttribute('aria-busy')) return;
  button.setAttribute('aria-busy', 'true');
  const line = button.dataset.do === 'date' ? `date ${new Date().toISOString()}` : button.dataset.do;
  const body = JSON.stringify({ id: `owner-${randomHex(12)}`, seen: Number(document.body.dataset.version), do: line });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`/api/v1/owner${location.search}`, { method: 'POST', headers, body })
    .then(async (response) => ({ done: response.ok, ...(await response.json()) }))
    .catch(() => ({ done: false, text: document.body.dataset.noAnswer }));
  if (answer.done) return void location.reload();
  byId('doctor-error').textContent = answer.text;
  byId('doctor-error').hidden = false;
  button.removeAttribute('aria-busy');
});
