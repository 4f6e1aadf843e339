/** @file Under which heading each field of a correction stands: what kind of thing it sets right, or whose. */

/**
 * @param {import('../../core/types.js').Table} table
 * @returns {import('../../dock/headings.js').Heading}
 */
export function headingsOf({ state: { squares, islands, words, turn } }) {
  return ({ name }) => {
    const [first] = name.split('.');
    if (islands.some((each) => each.name === name)) return words.islands;
    const square = squares.find((each) => each.colour === first);
    return square?.label ?? (first === 'new' || /^\d/.test(first) ? words.pawns : turn.label);
  };
}
