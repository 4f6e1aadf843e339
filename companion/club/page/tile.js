/** @file One table as a tile: its picture, its words, why it needs the keeper. */

import { el, svg } from '../core/dom.js';
import { start, words } from './words.js';

/**
 * @typedef {object} Tile what the club tells of a table, with what isn't so left out
 * @property {string} id
 * @property {number} number
 * @property {string} [name]
 * @property {'free'|'play'|'over'|'hidden'} [place]
 * @property {'call'|'trouble'|'lost'|'quiet'|'coming'|''} [need]
 * @property {boolean} [is_online]
 * @property {string} [slug]
 * @property {string} [game]
 * @property {string[]} [people]
 * @property {{who: string, look?: string}} [turn]
 * @property {string} [end]
 * @property {'good'|'bad'|''} [mood]
 * @property {string} [trouble]
 * @property {{id: string, who?: string, is_heard?: boolean}} [call]
 * @property {number} [began_s]
 * @property {number} [ended_s]
 * @property {number} [acted_s]
 * @property {number} [lost_s]
 * @property {number} [called_s]
 * @property {string[]} [obeys]
 */

/** The needs, the most urgent first. */
export const NEEDS = ['call', 'trouble', 'lost', 'quiet', 'coming'];

const GLYPHS = {
  call: 'M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 21h4',
  trouble: 'M12 3a9 9 0 1 0 .01 0zM12 11v6M12 7.5v.1',
  lost: 'M3 9a13 13 0 0 1 18 0M6.5 12.500a8 8 0 0 1 11 0M10 16a3.500 3.500 0 0 1 4 0M4 4l16 17',
  quiet: 'M12 3a9 9 0 1 0 .01 0zM12 7v5l3 2',
  coming: 'M5 12.500l4.500 4.500L19 7',
  over: 'M5 12.500l4.500 4.500L19 7',
};

/** A small picture, by its name. */
export const glyph = (name) =>
  svg('svg', { class: 'glyph', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: GLYPHS[name] }));

/** The picture of the game at a table. @param {Tile} tile */
export const cover = (tile) => {
  const name = start.covers.includes(tile.slug) ? tile.slug : 'any';
  return el('img', { class: 'cover', src: new URL(`../covers/${name}.svg`, import.meta.url), alt: '' });
};

/** The first letter of somebody's name, in the colour of their seat. */
export const token = (who, look) => el('i', { class: `token small ${look || 'silver'}`, 'aria-hidden': 'true' }, [...who][0] ?? '');

export const minutesBetween = (from, to) => Math.max(0, Math.floor((to - from) / 60));

/** How long ago that was, in words. */
export function ago(from, now) {
  const count = minutesBetween(from, now);
  return count ? words('ago', { count }) : words('just-now');
}

/** How long its game has been played, as far as anybody knows. @param {Tile} tile @param {number} now */
export function playedMinutes(tile, now) {
  if (tile.began_s === undefined || !tile.game) return null;
  return minutesBetween(tile.began_s, Math.min(now, tile.ended_s ?? now, tile.lost_s ?? now));
}

/** What is said of a table in one line, with the small picture before it. @param {Tile} tile @param {number} now */
export function stateOf(tile, now) {
  if (tile.need === 'call') return { sign: 'call', text: words('calls-you') };
  if (!tile.is_online) {
    const minutes = tile.lost_s === undefined ? 0 : minutesBetween(tile.lost_s, now);
    return { sign: 'lost', text: minutes ? words('lost-for', { minutes }) : words('lost') };
  }
  if (tile.need === 'trouble') return { sign: 'trouble', text: tile.trouble };
  if (tile.need === 'quiet') {
    const minutes = minutesBetween(tile.acted_s, now);
    return { sign: 'quiet', text: tile.turn ? words('quiet-of', { name: tile.turn.who, minutes }) : words('quiet', { minutes }) };
  }
  if (tile.need === 'coming') return { sign: 'coming', text: words('coming') };
  if (tile.place === 'hidden') return { sign: '', text: words('hidden') };
  if (tile.place === 'over') return { sign: 'over', text: words(tile.mood ? `over-${tile.mood}` : 'over') };
  if (tile.place !== 'play') return { sign: '', text: words('free') };
  return tile.turn ? { sign: 'turn', text: words('plays', { name: tile.turn.who }) } : { sign: '', text: words('in-play') };
}

/** @param {Tile} tile @returns {string} the classes that dress it */
function dressOf(tile) {
  const place = tile.place ?? 'free';
  return ['tile', tile.game ? '' : 'bare', place, tile.is_online ? '' : 'lost', tile.need === 'lost' ? '' : tile.need, tile.mood]
    .filter(Boolean).join(' ');
}

/**
 * @param {Tile} tile
 * @param {number} now
 * @returns {HTMLLIElement} drawn anew; where it looks the same it need not take the other's place
 */
export function drawTile(tile, now) {
  const state = stateOf(tile, now);
  const minutes = playedMinutes(tile, now);
  const time = minutes === null ? '' : words('minutes', { count: minutes });
  const people = (tile.people ?? []).join(', ');
  const spoken = [words('table', { number: tile.number }), tile.game, people, state.text, time].filter(Boolean).join('. ');
  const sign = state.sign === 'turn' ? token(tile.turn.who, tile.turn.look) : state.sign ? glyph(state.sign) : '';
  const inside = [
    ...(tile.game ? [cover(tile)] : []),
    el('b', { class: 'number' }, String(tile.number)),
    el('span', { class: 'about' }, el('b', {}, tile.game ?? ''), el('small', {}, people || (tile.game ? '' : tile.name ?? ''))),
    el('span', { class: 'state' }, sign, el('span', {}, state.text)),
    el('small', { class: 'time' }, time),
  ];
  const button = el('button', { type: 'button', 'aria-label': spoken, 'aria-haspopup': 'dialog' }, ...inside);
  return el('li', { class: dressOf(tile), 'data-table': tile.id }, button);
}
