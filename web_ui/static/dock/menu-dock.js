/** @file The dock while no game is open: a finished game once more, and what can't be opened; the shelf has the rest. */

import { Listing } from './listing.js';
import { ask } from './walk.js';
import { el } from '../core/dom.js';

export class MenuDock extends Listing {
  constructor(dock, words, act, explain) {
    super(dock, words, act, explain);
    dock.hidden = true;
  }

  close() {
    super.close();
    this.root.hidden = false;
  }

  /** Kits that can't be used are told of, with what is wrong with them. */
  roots() {
    return (this.table.menu?.plays ?? []).filter((play) => !play.do && !opens(play));
  }

  /** They stand here by their files' names, a single one too. */
  level() {
    return this.path.length ? super.level() : { plays: this.roots(), path: [], title: '' };
  }

  parts() {
    const over = this.overRows();
    const now = this.level();
    this.path = now.path;
    const rows = this.whose ? this.people() : now.plays.map((play) => this.row(play));
    this.root.hidden = !over.length && !rows.length;
    const asked = over.length ? [ask(this.words('page.choose'), false)] : [];
    return [...asked, el('div', { class: 'main-actions' }, ...over), el('div', { class: 'actions' }, ...rows, ...this.back())];
  }
}

const opens = (play) => play.then.some((each) => each.do || opens(each));
