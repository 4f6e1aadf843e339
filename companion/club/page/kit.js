/** @file A kit for all tables, from a file of the keeper's: at each of them somebody says OK to it first. */

import { byId } from '../core/dom.js';
import { ask, follow } from './asking.js';
import { words } from './words.js';

/** Have the button and the field for a kit, which only the keeper's page has, send what is chosen. */
export function sendsKits() {
  const [open, field, said] = ['kit-open', 'kit', 'kit-said'].map(byId);
  if (!open) return;
  open.addEventListener('click', () => field.click());
  field.addEventListener('change', async () => {
    const file = field.files[0];
    if (!file) return;
    const sent = await ask('/api/tables/kit', { text: await file.text() });
    field.value = ''; // so that the same file can be chosen once more
    if (sent.ok) follow(said, words('kit-sent', { count: sent.told.tables }), sent.told.id);
    else follow(said, words('not-sent', { text: sent.text }));
    said.hidden = false;
  });
}
