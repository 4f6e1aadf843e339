/** @file Dice under cups: one's own only while somebody looks, others' as closed cups with their number. */

import { el, say, svg } from '../core/dom.js';
import { leafOf, speakers } from '../plays/tree.js';
import { numberDie } from '../widgets/dice.js';
import { peekButton } from '../cards/peek.js';
import { nameOf } from '../people/people.js';

/** What it looks like. */
export const sheets = ['../css/chance.css', '../css/cups.css'];

const CUP = 'M12 12h40l5 44a25 7 0 0 1-50 0z';
const RIM = 'M12 12a20 5 0 0 1 40 0 20 5 0 0 1-40 0';

/**
 * @typedef {{seat: number, count: number, name: string, values?: (number|string)[]|null, labels?: (string|number)[]|null, is_open?: boolean}} Cup
 *
 * @param {import('../pages/picture.js').PictureView} view
 * @returns {import('../pages/picture.js').Part}
 */
export function partOf(view) {
  const { words } = view;
  const element = el('section', { 'class': 'cups', 'aria-label': words('page.cups') });
  /** @type {import('../core/types.js').Table} */
  let table;
  let drawn = '';
  let looks = false;
  const peek = peekButton(words('page.look_under'), words('page.cover_again'), (shown) => {
    looks = shown;
    draw();
  });
  const draw = () => {
    const { state, people } = table;
    const all = cupsOf(state);
    const own = all.filter((cup) => isOwn(cup, table));
    const focused = element.contains(document.activeElement) ? document.activeElement : null;
    const rows = own.map((cup) => ownOf(cup, looks, table, view, peek.element));
    const others = all.filter((cup) => !own.includes(cup)).map((cup) => cupOf(cup, nameOf(people, cup.seat), kindOf(cup, state), words));
    element.replaceChildren(...rows, ...(others.length ? [el('ul', { class: 'others-cups' }, ...others)] : []));
    if (focused && element.contains(focused)) focused.focus({ preventScroll: true });
  };
  const show = (now) => {
    table = now;
    const next = JSON.stringify([now.state.cups, now.people, now.seats, now.looks, looks, Object.keys(now.state.cups).map((name) => Boolean(view.acts && liftOf(now, name)))]);
    if (next !== drawn) draw();
    drawn = next;
  };
  return { element, show };
}

/** One's own cup that is still closed, where this device may look under it. */
const isOwn = (cup, { looks }) => cup.seat === looks && !cup.is_open && Boolean(cup.values);

/** Everybody's cups, of which nothing is known before the first roll. @returns {Cup[]} */
const cupsOf = ({ cups }) => Object.entries(cups).flatMap(([name, some]) => some.filter((cup) => cup.count).map((cup) => ({ ...cup, name })));

/** What kind of dice are under it. */
function kindOf(cup, { dice = [] }) {
  const found = dice.find((each) => each.name === cup.name);
  return found?.kinds?.[0] ?? (found && found.look !== 'plain' ? found.look : 'd6');
}

/** What lifts the cup of whoever sits here. */
const liftOf = ({ plays, seats }, name) => {
  const play = leafOf(plays, `show ${name}`);
  return play && !play.why && play.seats.some((seat) => seats.includes(seat)) ? play : null;
};

function ownOf(cup, looks, table, view, peek) {
  const { words } = view;
  const lift = liftOf(table, cup.name);
  const button = lift && el('button', { 'class': 'button first', 'type': 'button', 'data-key': `own ${lift.do}` }, words('page.lift'));
  button?.addEventListener('click', () => {
    const may = speakers(table.seats, lift);
    view.dock()?.say(lift.do, may.includes(cup.seat) ? cup.seat : may[0]);
  });
  const inside = looks ? facesOf(cup, kindOf(cup, table.state)) : el('div', { class: 'dice-row covered' }, drawingOf(cup.count));
  return el('div', { class: 'own-cup' }, el('h2', {}, words('page.own_cup')), inside, el('div', { class: 'cup-actions' }, peek, ...(button ? [button] : [])));
}

function facesOf({ values, labels }, kind) {
  const faces = (values ?? []).map((value, at) => {
    const die = numberDie(kind);
    die.show(typeof value === 'number' ? value : null);
    const word = typeof value === 'number' ? [] : [el('span', {}, String(labels?.[at] ?? value))];
    return el('span', { class: 'die' }, die.element, ...word);
  });
  const said = (labels ?? values ?? []).join(', ');
  return el('div', { 'class': 'dice-row', 'role': 'img', 'aria-label': said }, ...faces);
}

function cupOf(cup, name, kind, words) {
  if (cup.values && cup.is_open) return el('li', { class: 'lifted' }, el('bdi', {}, name), facesOf(cup, kind));
  const said = words('page.cup_of', { name, count: cup.count });
  const drawing = drawingOf(cup.count);
  const item = el('li', {}, drawing, el('bdi', { 'aria-hidden': 'true' }), el('span', { class: 'unseen' }, said));
  say(item.querySelector('bdi'), name);
  return item;
}

const drawingOf = (count) => svg('svg', { 'class': 'cup', 'viewBox': '0 0 64 68', 'aria-hidden': 'true' }, svg('path', { class: 'side', d: CUP }), svg('path', { class: 'rim', d: RIM }), svg('text', { x: 32, y: 46 }, String(count)));
