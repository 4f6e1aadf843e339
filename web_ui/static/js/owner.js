/** @file The owner's page: sends what a button says, and draws itself anew from the server whenever the table changes. */

import { byId } from './dom.js';
import { Link } from './link.js';

/** While the table is asked nothing else may change: look again after so long. */
const LOOK_MS = 1000;
let drawing = false;

async function draw() {
  if (drawing) return;
  drawing = true;
  try {
    const response = await fetch(location.href);
    if (!response.ok) return void location.reload(); // signed out: say so
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const focused = document.activeElement?.dataset?.do;
    document.body.dataset.version = page.body.dataset.version;
    const fresh = page.getElementById('owner');
    const error = byId('owner-error');
    fresh.querySelector('#owner-error').replaceWith(error);
    byId('owner')?.remove();
    document.body.append(document.importNode(fresh, true));
    if (focused) document.querySelector(`[data-do="${CSS.escape(focused)}"]`)?.focus();
    if (document.querySelector('[role="status"]')) setTimeout(draw, LOOK_MS);
  } catch {
    setTimeout(draw, LOOK_MS); // out of touch: try again
  } finally {
    drawing = false;
  }
}

document.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-do]') : null;
  if (!button || button.getAttribute('aria-busy')) return;
  button.setAttribute('aria-busy', 'true');
  const id = `owner-${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16)).join('')}`;
  const body = JSON.stringify({ id, seen: Number(document.body.dataset.version), do: button.dataset.do });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`/api/v1/owner${location.search}`, { method: 'POST', headers, body })
    .then(async (response) => ({ done: response.ok, ...(await response.json()) }))
    .catch(() => ({ done: false, text: document.body.dataset.noAnswer }));
  const error = byId('owner-error');
  error.textContent = answer.done ? '' : answer.text;
  error.hidden = answer.done;
  button.removeAttribute('aria-busy');
  draw();
});

new Link(`/api/v1/stream${location.search || '?'}`, { table: draw }, () => {});
