/** @file The keeper has a name forgotten. */

import { byId } from '../core/dom.js';
import { ask } from './asking.js';
import { words } from './words.js';

byId('forget').addEventListener('submit', async (event) => {
  event.preventDefault();
  const field = byId('forgotten');
  const answer = await ask('/api/book/forget', { name: field.value });
  byId('forget-said').textContent = answer.ok ? words('forgotten', { count: answer.told.games }) : answer.text;
  if (answer.ok && answer.told.games) location.reload();
});
