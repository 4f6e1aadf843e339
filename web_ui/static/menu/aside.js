/** @file What stands beside the game: the menu's own parts, what may be taken back, and what people are asked or told. */

import { byId, dress, el } from '../core/dom.js';
import { once } from '../link/sender.js';

/** @type {import('../undo/undo.js').Undo|null} */
let undo = null;
/** Where it is told who set what right. */
const correction = el('section', { class: 'compare', id: 'set-right', hidden: true });
let correctionDrawn = '';
/** Whether what was set right is, or was, on the page. */
let tells = false;
/** Whether the keeper could be called from here, or is called, since this page has come. */
let calls = false;

/** @param {any} phone the page */
export async function showAside(phone) {
  const { undo: told, consent, put_back: putBack, compare } = phone.table;
  const isOpen = byId('settings').open;
  tells = tells || Boolean(told?.set_right);
  calls = calls || Boolean(phone.table.keeper && (isOpen || phone.table.keeper.told));
  const asks = undo || isOpen || consent || putBack?.length || compare?.length;
  await Promise.all([isOpen && showRest(phone), asks && showUndo(phone), tells && showRight(phone), calls && showKeeper(phone)]);
}

/** The sounds, another game, and how to bring a friend: asked for while the menu is open, for the window opens and shuts. */
async function showRest(phone) {
  byId('friend').hidden = !phone.table.joined;
  const [{ showFriend }, { showSoundSwitches }, later] = await Promise.all([import('../join/invite.js'), import('./sound-switches.js'), phone.more(), dress('join-sheet'), dress('moments')]);
  if (!later) return;
  showSoundSwitches(byId('sounds'), later);
  showOther(phone, later);
  if (phone.table.joined) showFriend(byId('friend'), later);
}

/** Another game: for who may say something, while one is open. */
function showOther(phone, words) {
  let button = byId('other-game');
  if (!button) {
    button = el('button', { class: 'button', type: 'button', id: 'other-game' }, words('shelf.another'));
    button.addEventListener('click', () => once(button, async () => {
      const { openShelf } = await import('../shelf/shelf-sheet.js');
      if (await openShelf(phone)) byId('settings').close();
    }));
    byId('language').before(button);
  }
  button.hidden = !phone.table.game || !phone.table.seats.length;
}

async function showUndo(phone) {
  const [{ Undo }, later] = await Promise.all([import('../undo/undo.js'), phone.more(), dress('compare')]);
  if (later) undo ??= new Undo(later, (play, from) => phone.act(play, from), () => byId('settings').close(), () => phone.ownDock); // no answer: the next time there is a table
  undo?.show(phone.table);
}

async function showRight(phone) {
  await dress('compare');
  showSetRight(phone.table, (play, from) => phone.act(play, from));
}

async function showKeeper(phone) {
  const { showCalling } = await import('./keeper.js');
  showCalling(phone.table, (play, from) => phone.act(play, from));
}

/**
 * Tell who set what right, in one line that opens, as long as one tap takes back just that. The caption says it aloud.
 * @param {import('../core/types.js').Table} table
 * @param {(play: {do: string, seat: number|string}, from: Element) => Promise<boolean>} act
 */
function showSetRight({ undo, reveal, seats }, act) {
  const done = reveal || !seats.length ? null : (undo?.set_right ?? null);
  const now = JSON.stringify([done, seats]);
  if (now === correctionDrawn) return;
  correctionDrawn = now;
  correction.hidden = !done;
  if (!correction.isConnected) byId('compare').before(correction);
  if (!done) return;
  const button = el('button', { class: 'button', type: 'button', 'aria-describedby': 'set-right-what' }, done.undo);
  button.addEventListener('click', () => once(button, () => act({ do: 'undo', seat: seats[0] }, button)));
  correction.replaceChildren(el('details', {}, el('summary', { id: 'set-right-what' }, el('span', {}, [done.text, done.who].filter(Boolean).join(' · ')))), button);
}
