/** @file What a phone does at moments: scenes, sounds, a buzz; and whose turn it is, in the page's title and picture too. */

import { readSounds, wake } from '../core/sounds.js';
import { Moments } from '../widgets/moments.js';
import { initialsOf, nameOf } from '../widgets/people.js';

/** Seats have these colours where the game gives them no others. */
const COLOURS = ['red', 'blue', 'green', 'yellow'];

/** @param {any} phone the page */
export async function scenesOf(phone) {
  readSounds(false);
  addEventListener('pointerdown', wake);
  const words = await phone.more();
  const moments = new Moments();
  const icon = /** @type {HTMLLinkElement|null} */ (document.querySelector('link[rel=icon]'));
  const usual = icon?.href ?? '';
  let before = seatOf(phone.table);
  const isMine = ({ seats }, seat) => seat !== null && seats.includes(seat) && !seats.includes('table');
  return {
    /** @param {import('../core/types.js').Moment} moment */
    show: (moment) => moments.show(moment),
    /** @param {import('../core/types.js').Table} table */
    turn(table) {
      const seat = seatOf(table);
      const mine = isMine(table, seat) && words;
      document.title = mine ? words('moment.title', { game: table.title ?? '' }) : (table.title ?? phone.words('page.title'));
      if (icon) icon.href = mine ? usual.replace('icon.svg', 'icon-turn.svg') : usual;
      if (mine && seat !== before) moments.show(turnOf(table, seat, words));
      before = seat;
    },
  };
}

function turnOf({ people, state, seats }, seat, words) {
  const name = nameOf(people, seat);
  const person = state.people?.find((each) => each.seat === seat);
  const detail = [name, person?.label].filter(Boolean).join(', ');
  const title = seats.length > 1 ? words('moment.hand-on', { name }) : words('moment.your-turn');
  return { kind: 'turn', title, detail, letter: initialsOf(people)[seat], look: colourOf(person, seat) };
}

function colourOf(person, seat) {
  return person?.look?.split(' ')[0] || COLOURS[seat % COLOURS.length];
}

/** @returns {number|null} whose turn it is, null where it is nobody's or the game is over */
function seatOf({ state }) {
  return state?.end ? null : (state?.turn?.seat ?? null);
}
