/** @file The boards of a game, each drawn by the module of its layout; a tap on one is a step through the tree of plays. */

import { el } from '../core/dom.js';
import { reachOf } from '../boards/board.js';

export const sheets = ['../css/board.css', '../css/tiles.css'];
const LAYOUTS = {
  grid: async () => (await import('../boards/grid.js')).Grid,
  tiles: async () => (await import('../boards/tiles.js')).Tiles,
  graph: async () => (await import('../boards/graph.js')).Graph,
};
/** @type {Map<string, any>} */
const here = new Map();

/** @param {import('../boards/board.js').Board[]} boards @returns {boolean} whether what draws them is here */
export const ready = (boards) => boards.every(({ layout }) => here.has(layout));

/** Have what draws *boards* here. */
export async function prepare(boards) {
  await Promise.all(boards.map(async ({ layout }) => here.set(layout, await LAYOUTS[layout]())));
}

/**
 * @param {import('../pages/picture.js').PictureView} view
 * @param {any} state
 * @returns {import('../pages/picture.js').Part}
 */
export function partOf(view, { boards }) {
  const drawn = boards.map(({ layout }) => new (here.get(layout))(reachOf(() => view.dock())));
  const element = el('div', { class: 'boards stage' }, ...drawn.map((each) => each.element));
  const show = ({ state, people }) => {
    const dock = view.dock();
    if (dock) [dock.board] = drawn;
    drawn.forEach((each, at) => each.show(state.boards[at], people));
  };
  return { element, show };
}

/** @param {any} state @returns {any} what has to be drawn anew when it changes */
export const shapeOf = ({ boards }) => boards.map(({ name, layout }) => [name, layout]);
