/** @file Under which heading each field of a correction stands: what kind of thing it sets right, or whose. */

/**
 * @param {import('../../core/types.js').Table} table
 * @returns {import('../../dock/form.js').Heading}
 */
export function headingsOf({ state: { boards: [board], words, turn } }) {
  return ({ name }) => {
    const [first] = name.split('.');
    const square = board.cells.find((each) => each.id === `square-${first}`);
    return square?.colour_label ?? (first === 'new' ? words.pawns : turn.label);
  };
}
