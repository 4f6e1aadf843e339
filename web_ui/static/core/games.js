/** @file Which module draws which kind of state; each game adds its own line. It comes when such a game is open. */

import { dress } from './dom.js';

const GAMES = {
  menu: async () => (await import('../widgets/opening.js')).Opening,
  kit: async () => {
    const { Kit, prepare } = await import('../pages/kit.js');
    await prepare();
    return Kit;
  },
  island: async () => (await import('../games/forbidden-island/island.js')).Island,
  sea: async () => (await import('../games/fireship/fireship.js')).Fireship,
};
/** What this device can do has its own way with each game, and a usual one. */
const DOCKS = {
  island: async () => (await import('../games/forbidden-island/island-dock.js')).IslandDock,
  sea: async () => (await import('../games/fireship/fireship-dock.js')).FireshipDock,
};
const usual = async () => (await import('../dock/dock.js')).Dock;
/** Sheets that only one kind of state needs. */
const SHEETS = { kit: ['cards', 'kit'], island: ['tiles', 'cards', 'island'], sea: ['fireship'] };
/**
 * What a table shows: the menu, a kind of state, or nothing.
 * @param {import('./types.js').Table} table
 * @returns {string}
 */
export const kindOf = (table) => (table.menu ? 'menu' : (table.state?.kind ?? ''));

/** Fetches once what each kind of state needs. */
class Shelf {
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
export const games = new Shelf(async (kind) => (await Promise.all([GAMES[kind]?.() ?? null, ...(SHEETS[kind] ?? []).map(dress)]))[0]);
/** What shows what can be done in it; it is needed only when the stream has told that. */
export const docks = new Shelf((kind) => (DOCKS[kind] ?? usual)());
