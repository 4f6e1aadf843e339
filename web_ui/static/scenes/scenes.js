/** @file What a phone does at moments: scenes, sounds, a buzz; and whose turn it is, in the page's title and picture too. */

import { readSounds, wake } from '../core/sounds.js';
import { drawingsOf, kindOf } from '../core/games.js';
import { Moments } from './moments.js';
import { initialsOf, nameOf } from '../people/people.js';

/** Seats have these colours where the game gives them no others. */
const COLOURS = ['red', 'blue', 'green', 'yellow'];

/** @param {any} phone the page */
export async function scenesOf(phone) {
  readSounds(false);
  addEventListener('pointerdown', wake);
  const words = await phone.more();
  const moments = new Moments(() => phone.table, words?.('moment.go-on'));
  const icon = /** @type {HTMLLinkElement|null} */ (document.querySelector('link[rel=icon]'));
  const usual = icon?.href ?? '';
  let before = turnIn(phone.first ?? phone.table);
  const isMine = ({ seats }, seat) => seat !== null && seats.includes(seat) && !seats.includes('table');
  return {
    /** @param {import('../core/types.js').Moment} moment */
    async show(moment) {
      await drawingsOf(kindOf(phone.table));
      await moments.show(moment);
    },
    /** @param {import('../core/types.js').Table} table */
    async turn(table) {
      const seat = seatOf(table);
      const mine = isMine(table, seat) && words;
      const on = isMine(table, table.state?.head?.seat ?? seat) && words;
      document.title = on ? words('moment.title', { game: table.title ?? '' }) : (table.title ?? phone.words('page.title'));
      if (icon) icon.href = on ? usual.replace('icon.svg', 'icon-turn.svg') : usual;
      const { game, seat: was } = before;
      before = turnIn(table);
      if (!mine || (was === seat && game === before.game)) return;
      if (was !== seat && isMine(table, was) && hasSecrets(table)) await moments.dressed.then(() => moments.handOn(handOn(table, was, seat, words)));
      else await moments.show(turnOf(table, seat, words));
    },
  };
}

/** Whether somebody holds cards that nobody else may see. */
const hasSecrets = ({ state }) => Boolean(state.decks?.some((deck) => deck.secret));

function turnOf({ people, state, seats }, seat, words) {
  const name = nameOf(people, seat);
  const person = personOf(state, seat);
  const detail = [name, person?.label].filter(Boolean).join(', ');
  const title = seats.length > 1 ? words('moment.hand-on', { name }) : words('moment.your-turn');
  return { kind: 'turn', title, detail, letter: initialsOf(people)[seat], look: colourOf(person, seat), left: state.head?.left ?? state.turn?.left ?? 0 };
}

/** One device for several people: before the next one sees anything it is handed on. */
function handOn({ people, state }, from, to, words) {
  const letters = [from, to].map((seat) => ({ letter: initialsOf(people)[seat], look: colourOf(personOf(state, seat), seat) }));
  const name = nameOf(people, to);
  return { kind: 'hand', title: words('moment.hand-on', { name }), detail: words('moment.hand-it-on', { name: nameOf(people, from) }), letters, button: words('moment.i-am', { name }) };
}

const personOf = (state, seat) => state.people?.find((each) => each.seat === seat);

function colourOf(person, seat) {
  return person?.look?.split(' ')[0] || COLOURS[seat % COLOURS.length];
}

/** A page may miss what lies between two turns of one seat in two games. */
const turnIn = (table) => ({ game: table.number, seat: seatOf(table) });

/** @returns {number|null} whose turn it is, null where it is nobody's or the game is over */
function seatOf({ state }) {
  return state?.end ? null : (state?.turn?.seat ?? null);
}
