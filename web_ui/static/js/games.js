/** @file Which module draws which kind of state; each game adds its own line. It comes when such a game is open. */

import { el, svg } from './dom.js';

const GAMES = {
  kit: async () => (await import('./kit.js')).Kit,
  island: async () => (await import('./island.js')).Island,
};
/** What this device can do has its own way with each game, and a usual one. */
const DOCKS = { island: async () => (await import('./island-dock.js')).IslandDock };
const usual = async () => (await import('./dock.js')).Dock;
/** Sheets that only one kind of state needs. */
const SHEETS = { kit: 'chance', island: 'island' };
const games = new Map();
const docks = new Map();

/**
 * What a table shows: the menu, a kind of state, or nothing.
 * @param {import('./types.js').Table} table
 * @returns {string}
 */
export const kindOf = (table) => (table.menu ? 'menu' : (table.state?.kind ?? ''));

/**
 * What draws states of *kind*, as far as it is here already.
 * @param {string} kind
 * @returns {any} a class; null where nothing draws them, undefined while it is on its way
 */
export const gameOf = (kind) => games.get(kind);

/** The same for what can be done, a class. */
export const dockOf = (kind) => docks.get(kind);

/**
 * Fetch what draws states of *kind*.
 * @param {string} kind
 * @returns {Promise<void>}
 */
export async function loadGame(kind) {
  if (games.has(kind)) return;
  const [game] = await Promise.all([GAMES[kind]?.() ?? null, dressFor(kind)]);
  games.set(kind, game);
}

/** The same with what can be done. */
export async function loadWhole(kind) {
  const [dock] = await Promise.all([(DOCKS[kind] ?? usual)(), loadGame(kind)]);
  docks.set(kind, dock);
}

/** The sheet of *kind*, unless the page came with it; a board without it is still a board. */
async function dressFor(kind) {
  const name = SHEETS[kind];
  if (!name || document.querySelector(`link[href$="/${name}.css"]`)) return;
  const link = el('link', { rel: 'stylesheet', href: new URL(`../css/${name}.css`, import.meta.url) });
  await new Promise((there) => {
    link.onload = link.onerror = there;
    document.head.append(link);
  });
}

/**
 * Before a game: a compass rose and a question.
 * @param {string} title
 * @returns {HTMLElement}
 */
export function opening(title) {
  const rose = svg('svg', { class: 'rose', viewBox: '-50 -50 100 100', 'aria-hidden': 'true' }, svg('use', { href: '#rose' }));
  return el('section', { class: 'opening' }, rose, el('h2', {}, title));
}
