/** @file The club's page: all tables as they are now, those that need the keeper first where there is little room. */

import { Age } from '../link/age.js';
import { byId, settleLanguage, stopwatch } from '../core/dom.js';
import { leaveOldPage, Link } from '../link/link.js';
import { ask, follow, sayAnswers, sendsMessages } from './asking.js';
import { OneTable } from './one.js';
import { NEEDS, drawTile } from './tile.js';
import { start, words } from './words.js';

/** Minutes step by themselves; so often it is looked whether one has. */
const STEP_MS = 5000;

settleLanguage();

/** @type {Map<string, import('./tile.js').Tile>} */
const tiles = new Map();
/** @type {Map<string, HTMLElement>} */
const drawn = new Map();
/** The club's own clock, as it was told last. */
let clock = { now: 0, age: stopwatch() };
const now = () => clock.now + clock.age() / 1000;
const narrow = matchMedia('(max-width: 47.99rem)');
const one = new OneTable((id) => tiles.get(id), now);

function setClock(told) {
  clock = { now: told.now, age: stopwatch() };
  byId('no-broker').hidden = told.connected;
  document.body.classList.toggle('deaf', !told.connected);
  leaveOldPage({ page: document.body.dataset.page }, told);
}

/** Draw a tile anew where it looks otherwise now; whoever has the focus there keeps it. */
function draw(tile) {
  const fresh = drawTile(tile, now());
  const before = drawn.get(tile.id);
  if (before?.isEqualNode(fresh)) return;
  if (before) {
    const had = before.contains(document.activeElement);
    before.replaceWith(fresh);
    if (had) fresh.querySelector('button').focus();
  }
  drawn.set(tile.id, fresh);
}

const rankOf = (tile) => (tile.need ? NEEDS.indexOf(tile.need) : NEEDS.length);
const byNumber = (a, b) => a.number - b.number;

/** Have all tiles in their order: by number, but on a narrow page those that need the keeper first, by their need. */
function arrange() {
  const all = [...tiles.values()].sort(byNumber);
  const needy = narrow.matches ? all.filter((tile) => tile.need).sort((a, b) => rankOf(a) - rankOf(b) || byNumber(a, b)) : [];
  const well = all.filter((tile) => !needy.includes(tile));
  put(byId('needy-tables'), needy);
  put(byId('well-tables'), well);
  byId('needy').hidden = !needy.length;
  byId('no-tables').hidden = all.length > 0;
  byId('well-title').textContent = words(narrow.matches && needy.length ? 'doing-well' : 'all-tables');
  byId('well-title').classList.toggle('unseen', !narrow.matches || !needy.length);
}

function put(list, wanted) {
  wanted.forEach((tile, at) => {
    const element = drawn.get(tile.id);
    if (list.children[at] !== element) {
      const had = element.contains(document.activeElement);
      list.insertBefore(element, list.children[at] ?? null);
      if (had) element.querySelector('button').focus();
    }
  });
  while (list.children.length > wanted.length) list.lastElementChild.remove();
}

let lastSaid = '';

function summarize() {
  const all = [...tiles.values()];
  const playing = all.filter((tile) => tile.place === 'play').length;
  const people = all.reduce((sum, tile) => sum + (tile.place === 'play' ? tile.people?.length ?? 0 : 0), 0);
  byId('summary').textContent = [
    words('tables-in-play', { playing, count: all.length }), words('people', { count: people }),
  ].join(', ');
  const needy = all.filter((tile) => tile.need && tile.need !== 'coming').sort((a, b) => rankOf(a) - rankOf(b) || a.called_s - b.called_s);
  const calls = needy.filter((tile) => tile.need === 'call').sort((a, b) => a.called_s - b.called_s)[0];
  const others = needy.length - (calls ? 1 : 0);
  const title = calls ? words('calls', { number: calls.number }) : words('need', { count: needy.length });
  const more = calls && others ? words('more-need', { count: others }) : '';
  const pill = byId('needs');
  pill.hidden = !needy.length;
  pill.classList.toggle('call', Boolean(calls));
  pill.querySelector('b').textContent = title;
  pill.querySelector('span').textContent = more;
  pill.dataset.table = (calls ?? needy[0])?.id ?? '';
  const said = needy.length ? [title, more].filter(Boolean).join('. ') : '';
  if (said !== lastSaid) byId('said').textContent = said;
  lastSaid = said;
  const send = document.querySelector('#message .first');
  if (send) send.textContent = words('send-to', { count: reachable().length });
}

const reachable = () => [...tiles.values()].filter((tile) => tile.is_online && (tile.obeys ?? []).includes('message'));

function take(changed) {
  for (const tile of changed) {
    tiles.set(tile.id, tile);
    draw(tile);
  }
  arrange();
  summarize();
  sayAnswers(tiles.values());
  if (changed.some((tile) => tile.id === one.id)) one.look();
}

function takeAll(told) {
  setClock(told);
  const there = new Set(told.tiles.map((tile) => tile.id));
  for (const id of [...tiles.keys()].filter((each) => !there.has(each))) {
    tiles.delete(id);
    drawn.get(id)?.remove();
    drawn.delete(id);
  }
  take(told.tiles);
  if (location.hash && !one.id) one.open(location.hash.slice(1));
}

byId('tables').addEventListener('click', (event) => {
  const element = event.target.closest('[data-table]');
  if (element) one.open(element.dataset.table);
});
byId('needs').addEventListener('click', () => one.open(byId('needs').dataset.table));
addEventListener('hashchange', () => one.open(location.hash.slice(1)));
narrow.addEventListener('change', arrange);
setInterval(() => {
  for (const tile of tiles.values()) draw(tile);
  arrange();
  if (one.id) one.draw();
}, STEP_MS);

/** Have *button* unfold *part* where there is little room, and put it away again. */
function unfolds(button, part, then = () => {}) {
  button.addEventListener('click', () => {
    const isOpen = part.classList.toggle('open');
    button.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) then();
  });
}

unfolds(byId('menu-open'), byId('menu'));
const message = byId('message');
if (message) {
  sendsMessages(message, () => 'all', () => reachable().length);
  unfolds(byId('message-open'), message, () => message.querySelector('input').focus());
}
sendsKits();
byId('sign-out')?.addEventListener('click', async () => {
  await ask('/sign-out', {});
  location.reload();
});

const age = new Age((key, values) => words(key === 'page.out_of_touch_for' ? 'no-broker' : key, values));
new Link('/stream?', {
  table: takeAll,
  tiles: (changed) => take(changed),
  club: setClock,
}, (ageMs, live) => age.show(ageMs, live));
document.body.dataset.looks = String(start.looks);

/** Have the button and the field for a kit, which only the keeper's page has, send what is chosen; at each table somebody says OK to it first. */
function sendsKits() {
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
