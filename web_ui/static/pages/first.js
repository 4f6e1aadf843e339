/** @file The first evening: sends what answers a question, and draws the next one whoever has answered. */

import { Age } from '../link/age.js';
import { byId, randomHex, readStart } from '../core/dom.js';
import { drawnAnew, post, renew } from '../link/drawn-anew.js';
import { Link } from '../link/link.js';

const age = new Age(readStart().words);
/** The question that this page has answered last: that it goes is no news. */
let mine = '';

function say(text) {
  byId('first-error').textContent = text;
  byId('first-error').hidden = !text;
}

/** @param {Document} page as the server draws it now */
function take(page) {
  const [before, now] = [byId('question'), page.getElementById('question')];
  document.body.dataset.version = page.body.dataset.version;
  document.body.dataset.answered = page.body.dataset.answered;
  document.documentElement.lang = page.documentElement.lang;
  document.title = page.title;
  byId('start').textContent = page.getElementById('start').textContent;
  age.words = readStart().words;
  const isNext = before.dataset.step !== now.dataset.step;
  const written = isNext ? null : document.getElementById('first-form'); // somebody may write there
  const isNews = isNext && before.dataset.step && before.dataset.step !== mine && now.dataset.step !== 'over';
  const had = before.contains(document.activeElement) ? document.activeElement?.dataset?.do : null;
  const wasRead = before.querySelector('h1') === document.activeElement;
  const error = byId('first-error').textContent;
  const asked = before.contains(document.activeElement) && document.activeElement.matches('[data-ask]');
  renew(before, document.importNode(now, true), written);
  say(isNews ? document.body.dataset.answered : isNext ? '' : error);
  if (isNext || wasRead) focusOn(byId('question').querySelector('h1'));
  else if (asked) focusOn(byId('question').querySelector('[data-ask], p[role="status"]'));
  else if (had) document.querySelector(`[data-do="${CSS.escape(had)}"]`)?.focus();
  const glass = document.querySelector('.glass');
  if (glass) glass.src = `${glass.src.split('#')[0].replace(/&at=.*/, '')}&at=${Date.now()}`;
  return Boolean(byId('question').querySelector('p[role="status"]:not(.die)'));
}

const draw = drawnAnew(take);

/** Have what comes next read out, and the keyboard go on from there. */
function focusOn(heading) {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** @param {string} path @param {object} body @returns {Promise<boolean>} whether it was done */
async function send(path, body) {
  const before = mine;
  mine = byId('question').dataset.step;
  const answer = await post(`/api/v1/${path}`, JSON.stringify(body));
  if (!answer.done) mine = before;
  say(answer.done ? '' : answer.text);
  draw();
  return answer.done;
}

const act = (path, line) =>
  send(path, { id: `first-${randomHex(12)}`, seen: Number(document.body.dataset.version), do: line });

document.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-do], [data-ask]') : null;
  if (!button || button.getAttribute('aria-busy')) return;
  button.setAttribute('aria-busy', 'true');
  const done = button.dataset.do ? await act('first-evening', button.dataset.do) : await act('owner', 'ask');
  if (done && button.dataset.then) location.assign(`${button.dataset.then}${location.search}`);
  button.removeAttribute('aria-busy');
});

document.addEventListener('submit', (event) => {
  const form = event.target instanceof HTMLFormElement ? event.target : null;
  if (!form) return;
  event.preventDefault();
  const given = form.querySelector('input').value.trim();
  if (form.dataset.line) act('first-evening', `${form.dataset.line} ${given}`);
  else send('first-evening/enter', { digits: given });
});

new Link(`/api/v1/stream${location.search || '?'}`, { table: draw }, (...state) => age.show(...state));
