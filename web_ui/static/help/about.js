/** @file What a note says of a thing, from the state alone. Pure; no element in here. */

/** What lies before the page, and comes before anything that is told by itself. */
export const BEFORE = '.moment, .scene, dialog[open], .sheet.consent, .flight, .coming.shown';

/** @typedef {{title: string, aside?: string, lines: string[], warning?: string, sign?: string, shows?: string[]}} Note */

const joined = (notes = []) => notes.filter(Boolean).join(' · ');
const nameOf = (people, seat) => people.find((each) => each.seat === seat)?.name ?? '';

/**
 * @param {import('../core/types.js').Table} table
 * @param {{token?: string, card?: string, about?: string}} thing as its element names it
 * @returns {Note|null} null where there is nothing to tell
 */
export function noteOf({ state, people }, { token, card, about }) {
  if (!state) return null;
  if (card !== undefined) return ofCard(state, card);
  const [kind, name] = (about ?? '').split(' ');
  if (kind === 'person') return ofPerson(state, people, Number(name));
  if (kind === 'segment') return ofSegment(state, name);
  return token === undefined ? null : (ofPlace(state, people, token) ?? ofToken(state, token));
}

/** A place of a board and all that stands there. */
function ofPlace({ boards = [] }, people, id) {
  const cell = boards.flatMap((board) => board.cells).find((each) => each.id && each.id === id);
  const here = boards.flatMap((board) => board.pieces ?? []).filter((each) => each.cell === id);
  // A plain square with a name has nothing to tell.
  if (!here.length && !(cell?.label && (cell.about?.length || cell.notes?.length || cell.watch))) return null;
  const told = here.map((piece) => ofPiece(piece, people));
  const [first, ...rest] = cell?.label ? [{ title: cell.label, aside: joined(cell.notes), lines: cell.about ?? [], warning: cell.watch, sign: cell.sign }, ...told] : told;
  const beside = rest.flatMap(({ title, aside, lines }) => [[title, aside].filter(Boolean).join(' · '), ...lines]);
  return { ...first, lines: [...first.lines, ...beside], warning: [first.warning, ...rest.map((each) => each.warning)].filter(Boolean).join(' ') };
}

function ofPiece({ label, owner, count = 1, notes, about = [], watch = '', sign }, people) {
  const name = owner === undefined ? '' : nameOf(people, owner);
  const title = [count > 1 ? `${label} × ${count}` : label, ...(name && !label.includes(name) ? [name] : [])].join(', ');
  return { title, aside: joined(notes), lines: about, warning: watch, sign };
}

/** A token of a group, such as a treasure or a flag. */
function ofToken({ groups = [] }, name) {
  for (const { tokens = [], states = [] } of groups) {
    const token = tokens.find((each) => each.name === name);
    if (!token) continue;
    const aside = token.note ?? states.find((each) => each.name === token.state)?.label ?? '';
    return { title: token.label, aside, lines: token.text ? [token.text] : [], sign: token.sign };
  }
  return null;
}

function ofCard({ cards = {}, decks = [] }, name) {
  const faces = decks.flatMap((deck) => [...(deck.top ?? []), ...(deck.last ? [deck.last] : []), ...(deck.hands ?? []).flatMap((hand) => hand.cards)]);
  const face = cards?.[name] ?? faces.find((each) => each.name === name);
  return face?.text ? { title: face.label, lines: [sentence(face.text)], sign: face.sign } : null;
}

/** Somebody: what they can do that others can't, and what they have. */
function ofPerson({ people: persons = [] }, people, seat) {
  const person = persons.find((each) => each.seat === seat);
  if (!person) return null;
  const { gift, items = [], notes } = person;
  const has = items.filter((each) => each.text).map((each) => `${each.label}: ${each.text}`);
  const lines = [...(gift ? [`${gift.lead} ${gift.text}`] : []), ...has.map(sentence), ...(gift?.also ? [gift.also] : [])];
  if (!lines.length && !notes?.length) return null;
  return { title: person.label || nameOf(people, seat), aside: person.label ? nameOf(people, seat) : '', lines: [...lines, ...(notes?.length ? [joined(notes)] : [])], shows: gift?.shows };
}

function ofSegment({ wheels = [] }, name) {
  const found = wheels.flatMap((wheel) => wheel.segments).find((each) => each.name === name);
  return found?.text ? { title: found.label, lines: [sentence(found.text)], sign: found.sign } : null;
}

/** @param {string} text which may be told without its last point */
const sentence = (text) => (/[.!?…]$/.test(text) ? text : `${text}.`);
