/** @file What a television and the table's own page do at moments: scenes and sounds, unless they are switched off. */

import { drawingsOf, kindOf } from '../core/games.js';
import { readSounds, wake } from '../core/sounds.js';
import { Moments } from '../widgets/moments.js';

/** @param {() => import('../core/types.js').Table} table what the page shows */
export function scenesAfar(table) {
  readSounds(true);
  addEventListener('pointerdown', wake);
  const moments = new Moments(table);
  return {
    /** @param {import('../core/types.js').Moment} moment */
    async show(moment) {
      await drawingsOf(kindOf(table()));
      moments.show(moment);
    },
  };
}
