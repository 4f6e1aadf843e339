/** @file The table's own rows in the menu: a new game, saved games, its language, brightness, sound. */

import { el } from '../core/dom.js';
import { Listing } from '../dock/listing.js';

/** After these the game is what one wants to see. */
const LEAVING = new Set(['new', 'resume', 'undo', 'redo']);

export class TableMenu extends Listing {
  /** @param {() => void} close closes the menu */
  constructor(root, words, act, explain, close) {
    super(root, words, act, explain);
    this.close = close;
  }

  roots() {
    return this.table.table_menu ?? [];
  }

  parts(typing) {
    this.root.hidden = !this.roots().length;
    const title = this.level().title || this.words('page.table');
    return this.root.hidden ? [] : [...(typing ? [] : [el('h3', {}, title)]), ...super.parts(typing)];
  }

  said(line) {
    if (LEAVING.has(line.split(' ')[0])) this.close();
  }
}
