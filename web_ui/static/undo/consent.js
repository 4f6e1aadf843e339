/** @file What somebody wants and needs another for: a sheet at the foot, with what it is, why it is harmless, the seconds
 * left as a ring, and No beside I agree. The asker sees each answer; who only looks is told.
 */

import { dress, el, svg } from '../core/dom.js';
import { once } from '../link/sender.js';

const ROUND = 2 * Math.PI * 22;

/** @type {any} */
let sheet = null;
let drawn = '';
/** What is asked, and since when this page knows of it. @type {{key: string, since: number, ticks: any}|null} */
let asked = null;

/**
 * @param {import('../core/types.js').Table} table
 * @param {Function} words
 * @param {((play: {do: string, seat: number|string}, from: any) => Promise<boolean>)|null} act null: this page only looks
 */
export async function showConsent(table, words, act) {
  const consent = table.reveal ? null : (table.consent ?? null);
  if (!consent) return table.lapsed && asked && table.seats.includes(table.lapsed.seat) ? tellLapse(table.lapsed, words) : end();
  await dress('consent');
  const key = JSON.stringify([consent.kind, consent.seat, consent.title, consent.what]);
  if (asked?.key !== key) {
    end();
    asked = { key, since: Date.now(), ticks: null };
    import('../core/sounds.js').then(({ sound }) => sound('request'));
  }
  const now = JSON.stringify([consent, table.seats, table.people]);
  if (now === drawn) return undefined;
  drawn = now;
  return draw(table, consent, words, act);
}

function draw(table, consent, words, act) {
  const ours = table.seats.filter((seat) => seat !== 'table');
  const isTable = table.seats.includes('table');
  const asks = isTable ? consent.seat === 'table' : ours.includes(consent.seat);
  const may = isTable ? [] : ours.filter((seat) => consent.asked.includes(seat));
  if (may.some((seat) => consent.declined.includes(seat))) return close();
  const decides = Boolean(act) && may.length > 0 && !asks && !may.some((seat) => consent.agreed.includes(seat));
  const say = (line, seat) => (button) => once(button, () => act({ do: line, seat }, button));
  const names = consent.asked.map((seat) => table.people.find((person) => person.seat === seat)?.name ?? '').join(', ');
  const title = asks && names ? words('consent.asks', { names }) : consent.title;
  const parts = [head(words, title, asks && consent.asked.length > 1 ? words('consent.any') : consent.what, consent.lasts_s)];
  if (decides) {
    const no = choice(words('consent.no'), words('consent.stays'), 'button', say('decline', may[0]));
    const yes = choice(words('consent.agree'), '', 'button first', say('consent', may[0]));
    parts.push(el('p', {}, consent.why), el('div', { class: 'two' }, no, yes));
  } else {
    parts.push(...answers(table, consent, words), el('p', { class: 'quiet' }, words(asks || isTable ? 'consent.buttons' : 'consent.watching')));
    if (asks && act) parts.push(choice(words('consent.withdraw'), '', 'button', say('decline', isTable ? 'table' : consent.seat)));
  }
  open(parts, Boolean(act) && (decides || asks), () => act && (decides || asks) && act({ do: 'decline', seat: decides ? may[0] : isTable ? 'table' : consent.seat }, null));
  return undefined;
}

/** Tell who has asked that nobody agreed. @param {import('../core/types.js').Lapsed} lapsed */
function tellLapse(lapsed, words) {
  const now = JSON.stringify(lapsed);
  if (now === drawn) return undefined;
  drawn = now;
  clearInterval(asked.ticks);
  const title = el('div', { role: 'status' }, el('h2', { id: 'consent-title' }, lapsed.title), el('p', { class: 'quiet', id: 'consent-what' }, lapsed.what));
  open([title, choice(words('page.understood'), '', 'button', close)], true, close);
  return undefined;
}

function head(words, title, what, lastsS) {
  const circle = (kind) => svg('circle', { class: kind, cx: 25, cy: 25, r: 22, pathLength: ROUND });
  const left = el('b', {});
  const ring = el('span', { class: 'clock', 'aria-hidden': 'true' }, svg('svg', { viewBox: '0 0 50 50' }, circle('all'), circle('left')), left);
  const tick = () => {
    const seconds = Math.max(0, lastsS - (Date.now() - asked.since) / 1000);
    left.textContent = words('consent.seconds', { count: Math.ceil(seconds) });
    ring.querySelector('.left').setAttribute('stroke-dasharray', `${(ROUND * seconds) / lastsS} ${ROUND}`);
  };
  clearInterval(asked.ticks);
  asked.ticks = setInterval(() => (asked && sheet?.isConnected ? tick() : null), 250);
  tick();
  const time = el('span', { class: 'unseen', id: 'consent-left' }, words('consent.left', { count: lastsS }));
  return el('header', {}, ring, el('div', {}, el('h2', { id: 'consent-title' }, title), el('p', { class: 'quiet', id: 'consent-what' }, what), time));
}

/** How each who is asked has answered so far. */
function answers(table, consent, words) {
  const rows = consent.asked.map((seat) => {
    const person = table.people.find((each) => each.seat === seat);
    const how = consent.agreed.includes(seat) ? 'agrees' : consent.declined.includes(seat) ? 'declines' : person?.presence === 'here' ? 'thinks' : 'asleep';
    return el('li', {}, el('bdi', {}, person?.name ?? ''), el('span', { class: how }, words(`consent.${how}`)));
  });
  return rows.length ? [el('ul', { class: 'answers', 'aria-live': 'polite' }, ...rows)] : [];
}

function choice(label, hint, kind, does) {
  const button = el('button', { class: kind, type: 'button' }, label, ...(hint ? [' ', el('small', {}, hint)] : []));
  button.addEventListener('click', () => does(button));
  return button;
}

/** Who has asked or has to answer has the sheet before them; anybody else sees it at the foot. */
function open(parts, isModal, away) {
  const fresh = !sheet;
  sheet ??= el('dialog', { class: 'sheet consent', id: 'consent', 'aria-labelledby': 'consent-title', 'aria-describedby': 'consent-what consent-left', role: 'alertdialog' });
  const at = [...sheet.querySelectorAll('button')].indexOf(document.activeElement);
  sheet.replaceChildren(el('div', {}, ...parts));
  if (fresh) {
    document.body.append(sheet);
    if (isModal) sheet.showModal();
    else sheet.show();
  }
  sheet.oncancel = (event) => {
    event.preventDefault();
    away();
  };
  if (at >= 0) sheet.querySelectorAll('button')[at]?.focus();
}

function close() {
  sheet?.close();
  sheet?.remove();
  sheet = null;
}

function end() {
  clearInterval(asked?.ticks);
  asked = null;
  drawn = '';
  close();
  return undefined;
}

