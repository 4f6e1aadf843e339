/** @file A walk in which every level of the tree is a list of rows. */

import { above, offered } from '../plays/levels.js';
import { Walk } from './walk.js';

export class Listing extends Walk {
  /** The words of no choice between the path and the rows. @type {string[]} */
  lead = [];

  /** @returns {Set<string>} lines that are offered elsewhere */
  elsewhere() {
    return new Set();
  }

  level() {
    const level = offered(this.roots(), this.path, this.path.length ? new Set() : this.elsewhere());
    this.lead = level.lead;
    return level;
  }

  above() {
    return above(this.roots(), this.path);
  }

  row(play) {
    const words = [...this.path, ...this.lead, play.word];
    return play.then.length ? this.opener(play, () => this.open(words, `open ${play.word}`)) : super.row(play);
  }
}
