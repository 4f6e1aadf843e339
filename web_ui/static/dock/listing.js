/** @file A walk in which every level of the tree is a list of rows. */

import { offered } from '../core/levels.js';
import { Walk } from './walk.js';

export class Listing extends Walk {
  /** @returns {Set<string>} lines that are offered elsewhere */
  elsewhere() {
    return new Set();
  }

  level() {
    return offered(this.roots(), this.path, this.path.length ? new Set() : this.elsewhere());
  }
}
