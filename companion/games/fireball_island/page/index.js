/** @file What the pages take from this folder, each when it is needed. */

/** What the view looks like, from this folder. */
export const sheets = ['./tokens.css', './view.css'];
export const view = async () => (await import('./view.js')).View;
export const dock = async () => (await import('./dock.js')).Dock;
export const television = () => import('./tv.js');
export const drawings = () => import('./board.js');
