/** @file What the pages take from this folder, each when it is needed. */

/** What the view looks like, from this folder. */
export const sheets = ['./view.css'];
export const view = async () => (await import('./view.js')).View;
export const dock = async () => (await import('./dock.js')).Dock;
export const television = () => import('./tv.js');
export const headings = async () => (await import('./headings.js')).headingsOf;
export const drawings = () => import('./board.js');
