/** @file The owner's page: sends what a button says, and draws itself anew from the server whenever the table changes. */

import { byId, el, randomHex, readStart } from '../core/dom.js';
import { drawnAnew, post, renew } from '../link/drawn-anew.js';
import { Link } from '../link/link.js';
import { Listing } from '../dock/listing.js';
import { OwnGames } from '../own/own-games.js';
import { whole } from '../plays/tree.js';

let live = true;
/** Whether the table has said that it is switched off. */
let off = false;
/** Whether the backup that was asked for is fetched: a page that is opened later waits for a tap. */
let taken = true;

/** Opening a game, and taking up or deleting one that is kept: rows of the table's own. */
class Games extends Listing {
  roots() {
    return this.table.table_menu;
  }

  parts(typing) {
    const { title } = this.level();
    return [...(title && !typing ? [el('h3', {}, title)] : []), ...super.parts(typing)];
  }
}

/** @type {Games|null} for who looks after the table */
let games = null;

/** What is being chosen or filled in stays while the rest is drawn anew. */
function showGames() {
  const owns = Boolean(byId('start').textContent);
  byId('games').hidden = byId('add-games').hidden = !owns;
  if (!owns) return;
  const { table, words } = readStart();
  games ??= new Games(byId('play'), words, ({ do: line }) => act(line), (why) => say(why.reason));
  games.show({ ...table, table_menu: whole(table.table_menu) }, live);
}

function say(text) {
  byId('owner-error').textContent = text;
  byId('owner-error').hidden = !text;
}

/** Where our television is to go once: known only now, for the table keeps no more than its hash. */
function showTelevision({ address, path }) {
  const shown = byId('owner-television');
  shown.hidden = !path;
  if (!path) return;
  shown.querySelector('strong').textContent = address;
  shown.querySelector('a').href = path;
}

/** @param {string} name @returns {HTMLInputElement|null} */
function inputOf(name) {
  return byId('owner').querySelector(`input[name="${CSS.escape(name)}"]`);
}

/** @param {any} button @returns {string} a selector of it, or of what is in its place after a tap */
function buttonOf({ dataset: { do: line, game } }) {
  if (line) return `[data-do="${CSS.escape(line)}"]`;
  return game ? `[data-game$="${CSS.escape(game.slice(game.indexOf(' ')))}"]` : '';
}

/** @param {Document} page as the server draws it now */
function take(page) {
  if (page.documentElement.lang !== document.documentElement.lang) return void location.reload();
  const focused = byId('owner').contains(document.activeElement) ? buttonOf(document.activeElement) : '';
  document.body.dataset.version = page.body.dataset.version;
  const typing = [...byId('owner').querySelectorAll('input:not([type=file])')];
  const typed = typing.map(({ name, value }) => ({ name, value }));
  const written = typing.find((input) => input === document.activeElement)?.name;
  const open = [...byId('owner').querySelectorAll('details[open]')].map(({ id }) => id);
  renew(byId('owner'), document.importNode(page.getElementById('owner'), true), document.getElementById('restore'));
  for (const { name, value } of typed) {
    const input = inputOf(name);
    if (input) input.value = value;
  }
  for (const id of open) document.getElementById(id)?.setAttribute('open', '');
  if (written) inputOf(written)?.focus();
  byId('start').textContent = page.getElementById('start').textContent;
  showGames();
  takeBackup();
  if (focused) document.querySelector(focused)?.focus();
  return Boolean(byId('owner').querySelector('[role="status"]'));
}

const draw = drawnAnew(take);

/** @param {string} line @returns {Promise<boolean>} whether it was done */
async function act(line) {
  const body = JSON.stringify({ id: `owner-${randomHex(12)}`, seen: Number(document.body.dataset.version), do: line });
  const answer = await post('/api/v1/owner', body);
  say(answer.done ? '' : answer.text);
  showTelevision(answer);
  draw();
  return answer.done;
}

/**
 * Say something of the table's backups to it.
 * @param {string} line @returns {Promise<{done: boolean, text?: string, path?: string}>}
 */
function tellBackups(line) {
  return post('/api/v1/backup', JSON.stringify({ do: line }));
}

/** @param {string} line */
async function askBackups(line) {
  taken = false;
  const answer = await tellBackups(line);
  say(answer.done ? '' : answer.text);
  draw();
}

/** Send the chosen backup to be looked into. @param {HTMLFormElement} form */
async function send(form) {
  const file = form.querySelector('input').files[0];
  const button = form.querySelector('button');
  if (!file || button.getAttribute('aria-busy')) return;
  button.setAttribute('aria-busy', 'true');
  say(form.dataset.busy);
  const place = await tellBackups('send');
  const answer = place.done ? await post(place.path, file, 'application/zip') : place;
  say(answer.done ? '' : answer.text);
  if (!answer.done) form.reset();
  button.removeAttribute('aria-busy');
  draw();
}

/** What was asked for is fetched at once, as soon as the table has said OK. */
function takeBackup() {
  const link = document.getElementById('backup-file');
  if (!link || taken) return;
  taken = true;
  link.click();
}

document.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-do], [data-backup]') : null;
  if (!button || button.getAttribute('aria-busy')) return;
  button.setAttribute('aria-busy', 'true');
  await (button.dataset.backup ? askBackups(button.dataset.backup) : act(button.dataset.do));
  button.removeAttribute('aria-busy');
});

document.addEventListener('submit', (event) => {
  if (event.target instanceof HTMLFormElement && event.target.id === 'restore') {
    event.preventDefault();
    send(event.target);
    return;
  }
  const form = event.target instanceof HTMLFormElement ? event.target.closest('[data-line]') : null;
  if (!form) return;
  event.preventDefault();
  act(`${form.dataset.line} ${form.querySelector('input').value.trim()}`);
});

function tell(_, now, isOff) {
  if (isOff !== off) say(isOff ? document.body.dataset.off : '');
  off = isOff;
  if (now === live) return;
  live = now;
  showGames();
}

showGames();
new OwnGames(say, draw);
new Link(`/api/v1/stream${location.search || '?'}`, { table: draw }, tell);
