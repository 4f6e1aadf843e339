/** @file The keeper signs in. */

import { byId } from '../core/dom.js';
import { ask } from './asking.js';

byId('sign-in').addEventListener('submit', async (event) => {
  event.preventDefault();
  const field = byId('password');
  const answer = await ask('/sign-in', { password: field.value });
  if (answer.ok) {
    location.reload();
    return;
  }
  byId('sign-in-said').textContent = answer.text;
  field.select();
});
