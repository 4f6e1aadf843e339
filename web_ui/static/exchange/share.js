/** @file A kit's own page: puts its code on the televisions. */

import { byId, say } from '../core/dom.js';
import { post } from '../link/drawn-anew.js';
import { once } from '../link/sender.js';

const button = byId('on-tv');

async function show() {
  const shown = button.getAttribute('aria-pressed') !== 'true';
  const answer = await post(`/api/v1/games/${button.dataset.game}/share`, JSON.stringify({ shown }));
  say(byId('share-error'), answer.done ? '' : answer.text);
  byId('share-error').hidden = answer.done;
  if (!answer.done) return;
  button.setAttribute('aria-pressed', String(shown));
  say(button, shown ? button.dataset.off : button.dataset.on);
}

button?.addEventListener('click', () => once(button, show));
