/** @file What draws the table's state and what shows what can be done in it; each comes when such a game is open. */

import { addSheet, byId } from './dom.js';

/** The games that have a page of their own: `index.js` in the folder called like the game. */
const { games: OWN = [] } = JSON.parse(byId('start').textContent);

/**
 * What a table shows: the menu, a game by its name, or nothing. All kits are alike.
 * @param {import('./types.js').Table} table
 * @returns {string}
 */
export const kindOf = (table) => (table.menu ? 'menu' : (table.state?.kind ?? ''));

/** Have the page wear what a game of *kind* brings: its sheets hold below that mark alone. */
export const dressAs = (kind) => {
  document.documentElement.dataset.kind = kind;
};

/** @param {string} kind @returns {boolean} whether such a game draws all of itself, dice too */
export const hasOwnPage = (kind) => OWN.includes(kind);

/** @param {string} kind @returns {Promise<any>} what the game's own folder gives, null where a state is drawn as any other */
export async function pageOf(kind) {
  return hasOwnPage(kind) ? import(`../games/${kind}/index.js`) : null;
}

/** Have the drawings of such a game here, where it has some: scenes use them by their names. */
export async function drawingsOf(kind) {
  await (await pageOf(kind))?.drawings?.();
}

/** Have the sheets here that a module at *address* names; every room beside this one is as far from them as this. */
export const addSheets = (sheets, address = '') => Promise.all(sheets.map((sheet) => addSheet(new URL(sheet, new URL(address, import.meta.url)))));

async function viewOf(kind) {
  const own = await pageOf(kind);
  if (own) return (await Promise.all([own.view(), addSheets(own.sheets, `../games/${kind}/index.js`)]))[0];
  if (kind === '') return null;
  if (kind === 'menu') {
    const { Opening, sheets } = await import('../shelf/opening.js');
    await addSheets(sheets);
    return Opening;
  }
  const { PictureView, prepare, sheets } = await import('../pages/picture.js');
  await Promise.all([prepare(), addSheets(sheets)]);
  return PictureView;
}

async function dockOf(kind) {
  const own = await pageOf(kind);
  if (own) return own.dock();
  if (kind === 'menu') return (await import('../dock/menu-dock.js')).MenuDock;
  return ['kit', ''].includes(kind) ? (await import('../dock/dock.js')).Dock : (await import('../dock/game-dock.js')).GameDock;
}

/** Modules that are fetched once, each when it is asked for. */
class LazyModules {
  constructor(fetch) {
    this.fetch = fetch;
    this.here = new Map();
  }

  /** @returns {any} a class; null where a kind needs none, undefined while it isn't here */
  of(kind) {
    return this.here.get(kind);
  }

  /** @param {string} kind @returns {Promise<boolean>} whether it is here; what can't be had is asked for again with the next state */
  async load(kind) {
    try {
      if (!this.here.has(kind)) this.here.set(kind, await this.fetch(kind));
    } catch {
      return false;
    }
    return true;
  }
}

/** What draws each kind of state. */
export const views = new LazyModules(viewOf);
/** What shows what can be done in it; it is needed only when the stream has told that. */
export const docks = new LazyModules(dockOf);
