/** @file Under which heading each field of a correction stands: there are dozens of them. */

/** @typedef {(field: import('../core/types.js').Field) => string} Heading */

/**
 * @param {any} table
 * @param {(key: string) => string} words
 * @returns {Heading}
 */
export function headingsOf(table, words) {
  const make = HEADINGS[table.state?.kind];
  return make ? make(table, words) : (field) => field.label;
}

const HEADINGS = { kit: ofKit, island: ofIsland, sea: ofSea };

function ofKit({ state: { groups = [], decks = [], badges = [] } }) {
  return ({ name, label }) => {
    const [first] = name.split('.');
    const group = groups.find((each) => each.tokens.some((token) => token.name === name));
    return group?.label ?? (first === name ? label : ([...decks, ...badges].find((each) => each.name === first)?.label ?? first));
  };
}

/** The turn, the board, the water, the treasures, and then what belongs to each seat. */
function ofIsland({ state: { cells }, people }, words) {
  const tiles = new Set(cells.map((cell) => cell.tile));
  const kinds = { place: 'places', water: 'water', flood: 'water', discard: 'treasures', captured: 'treasures' };
  return ({ name }) => {
    const [first, seat] = name.split('.');
    if (['hand', 'adventurer', 'pawn'].includes(first)) return people[Number(seat) - 1]?.name ?? seat;
    return words(`groups.${tiles.has(name) ? 'tiles' : (kinds[first] ?? 'turn')}`);
  };
}

function ofSea({ state: { squares, islands, words, turn } }) {
  return ({ name }) => {
    const [first] = name.split('.');
    if (islands.some((each) => each.name === name)) return words.islands;
    const square = squares.find((each) => each.colour === first);
    return square?.label ?? (first === 'new' || /^\d/.test(first) ? words.pawns : turn.label);
  };
}
