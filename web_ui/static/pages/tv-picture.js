/** @file A kit, or a game without a page of its own, on a television: the wheel, the tiles or the boards as large as they can be, dice above, cards and meters beside; dice and wheel are beside a board. */

import { el } from '../core/dom.js';
import { PictureView, isMap, prepare } from './picture.js';

await prepare();

/** Nothing is picked from afar. */
const LOOKING = { can: () => false, open: () => '', pick: () => {}, pickCard: () => {}, browse: null };

class FromAfar extends PictureView {
  /**
   * What hands hold is told beside the people's names.
   * @param {HTMLElement} board
   * @param {import('./picture.js').Drawn} drawn
   */
  arrange(board, { dice, duel, wheels, groups, counters, decks, badges, end, now, boards, people, scores, sheets, cups, clocks }) {
    const [maps, chips] = [groups.filter(isMap), groups.filter((each) => !isMap(each))];
    const large = [...boards, ...sheets, ...(boards.length ? [] : wheels), ...maps];
    const told = [...now, ...people, ...(boards.length ? dice : [])];
    const small = [...duel, ...(boards.length ? wheels : []), ...chips, ...decks, ...badges];
    const beside = [...told, ...(large.length ? [...clocks, ...small] : [...chips, ...badges])];
    const middle = [...(large.length ? [el('div', { class: 'large' }, ...large)] : [...clocks, ...duel, ...decks]), ...scores, ...cups];
    const scene = el('div', { class: large.length ? 'play-area' : 'play-area plain' }, ...(boards.length ? [] : dice), ...middle);
    const columns = [[beside, 'beside'], [counters, 'gauges']].filter(([parts]) => parts.length);
    board.replaceChildren(...end, scene, ...columns.map(([parts, name]) => el('div', { class: name }, ...parts)));
  }
}

/**
 * Draw any game in *root*.
 * @param {HTMLElement} root
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 * @returns {(table: import('../core/types.js').Table) => void}
 */
export function build(root, words) {
  const view = new FromAfar(root, words, null, LOOKING);
  return (table) => view.show(table);
}
