/** @file Pins, screen and tray: sends what was changed, shows faults at their fields, and the trial once the table is back. */

import { byId } from '../core/dom.js';
import { drawnAnew, post } from '../link/drawn-anew.js';

const isTrial = (page) => Boolean(page.querySelector('[data-wiring]'));
/** Whether the table starts again now: the page is loaded anew once it is back. */
let restarts = false;

function say(text) {
  byId('wiring-error').textContent = text;
  byId('wiring-error').hidden = !text;
}

/**
 * During a trial, and until the table is back, look again: somebody may end it at the table.
 * @param {Document} page as the server draws it now
 */
function take(page) {
  const isNew = page.body.dataset.run !== document.body.dataset.run || isTrial(page) !== isTrial(document);
  if (isNew) {
    history.scrollRestoration = 'manual'; // the question is at the top, "Save" was at the bottom
    location.reload();
  }
  return !isNew && (restarts || isTrial(page));
}

const look = drawnAnew(take);

/** @returns {(HTMLInputElement|HTMLSelectElement)[]} */
const fields = () => [...document.querySelectorAll('#wiring-form .field')];

/** @param {{key: string, expected: string}[]} faults */
function showFaults(faults) {
  const by = new Map(faults.map(({ key, expected }) => [key, expected]));
  for (const field of fields()) {
    const told = byId(`${field.id}-fault`);
    told.textContent = by.get(field.name) ?? '';
    told.hidden = !by.has(field.name);
    field.setAttribute('aria-invalid', String(by.has(field.name)));
  }
  document.querySelector('.field[aria-invalid="true"]')?.focus();
}

/** @param {string} line @param {Record<string, string>} [values] */
async function act(line, values = {}) {
  const answer = await post('/api/v1/wiring', JSON.stringify({ do: line, values }));
  showFaults(answer.faults ?? []);
  if (!answer.done) return say(answer.text);
  restarts = line !== 'confirm';
  if (restarts) say(document.body.dataset.restarts);
  look();
}

function save() {
  const changed = fields().filter((field) => field.value.trim() !== field.dataset.was);
  if (!changed.length) return say(document.body.dataset.unchanged);
  return act('save', Object.fromEntries(changed.map((field) => [field.name, field.value.trim()])));
}

/** @param {HTMLElement|null} button @param {() => unknown} deed */
async function once(button, deed) {
  if (!button || button.getAttribute('aria-busy')) return;
  button.setAttribute('aria-busy', 'true');
  await deed();
  button.removeAttribute('aria-busy');
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-wiring]') : null;
  if (button) once(button, () => act(button.dataset.wiring));
});

document.addEventListener('submit', (event) => {
  event.preventDefault();
  once(event.submitter, save);
});

if (isTrial(document)) look();
