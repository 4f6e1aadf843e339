/** @file The page that takes a kit: a photo of its code or its file is sent, shown, and taken after the table's OK. */

import { byId, el, readStart, say } from '../core/dom.js';
import { post } from '../link/drawn-anew.js';
import { once } from '../link/sender.js';

/** A phone's photo has four times as many; a code needs fewer. */
const MOST_PIXELS = 1600;
const MOST_BYTES = 2 * 1024 * 1024;
const QUALITIES = [0.9, 0.7, 0.5];
const LOOK_MS = 1000;
const OFFER = '/api/v1/games/offer';

const { words } = readStart();
let looks = 0;

function tell(text) {
  say(byId('take-error'), text);
  byId('take-error').hidden = !text;
}

/** What this browser finds in *image* by itself, if it can. */
async function foundHere(image) {
  if (!('BarcodeDetector' in window)) return '';
  const detector = new window.BarcodeDetector({ formats: ['qr_code'] });
  const codes = await detector.detect(image).catch(() => []);
  return (codes.find(({ rawValue }) => rawValue.startsWith('TIDETABLE')) ?? codes[0])?.rawValue ?? '';
}

/** *image* as a JPEG that the table takes. */
async function smaller(image) {
  const scale = Math.min(1, MOST_PIXELS / Math.max(image.width, image.height));
  const canvas = el('canvas', { width: Math.round(image.width * scale), height: Math.round(image.height * scale) });
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  for (const quality of QUALITIES) {
    const photo = await new Promise((made) => { canvas.toBlob(made, 'image/jpeg', quality); });
    if (photo && photo.size <= MOST_BYTES) return photo;
  }
  return null;
}

/** Send the photo or file that was chosen. @param {HTMLInputElement} input */
async function send(input) {
  const [file] = input.files;
  input.value = '';
  if (!file) return;
  tell('');
  looks += 1;
  byId('offer').hidden = false;
  byId('offer').replaceChildren(el('p', { role: 'status' }, words('share.looking')));
  const answer = file.type.startsWith('image/') ? await sendPhoto(file) : await post(OFFER, file, 'text/plain');
  if (answer.done) return void show(answer);
  byId('offer').hidden = true;
  tell(answer.text);
}

async function sendPhoto(file) {
  const image = await createImageBitmap(file).catch(() => null);
  if (!image) return { done: false, text: words('share.no-photo') };
  const code = await foundHere(image);
  if (code) return post(OFFER, code, 'text/plain');
  const photo = await smaller(image);
  return photo ? post(OFFER, photo, photo.type) : { done: false, text: words('share.no-photo') };
}

/** Show what was sent, and the buttons for it. */
function show(offer) {
  const { name, line, edition, parts, compared, can_take: canTake, take } = offer;
  const yes = el('button', { class: 'button first', type: 'button' }, take);
  const no = el('button', { class: 'button plain', type: 'button' }, words('share.put-away'));
  yes.addEventListener('click', () => once(yes, () => act(canTake ? 'take' : 'ask')));
  no.addEventListener('click', () => once(no, () => act('put-away')));
  const lines = [line, edition, parts.length ? words('share.with', { names: parts.join(', ') }) : ''].filter(Boolean);
  byId('offer').hidden = false;
  byId('offer').replaceChildren(
    el('h2', {}, name), ...lines.map((text) => el('p', { class: 'quiet' }, text)), el('p', { role: 'status' }, compared),
    el('p', { class: 'choices' }, ...(take ? [yes] : []), no),
  );
}

async function act(word) {
  const answer = await post('/api/v1/games/take', JSON.stringify({ do: word }));
  tell(answer.done ? '' : answer.text);
  if (!answer.done) return;
  if (word === 'put-away') byId('offer').hidden = true;
  else await look();
}

/** What the table says of the offer, until it has said all of it. */
async function look() {
  looks += 1;
  const mine = looks;
  while (mine === looks) {
    const told = await fetch(`${OFFER}${location.search}`).then((answer) => answer.json()).catch(() => null);
    if (mine !== looks) return;
    const { offer, outcome = 'waiting', text = words('join.no-answer') } = told ?? {};
    if (offer && ['', 'no', 'late', 'refused'].includes(outcome)) {
      show(offer);
      return void tell(text);
    }
    byId('offer').hidden = !text;
    byId('offer').replaceChildren(el('p', { role: 'status' }, text));
    if (!['waiting', 'taking'].includes(outcome)) return;
    await new Promise((resume) => { setTimeout(resume, LOOK_MS); });
  }
}

for (const id of ['photo', 'file']) byId(id).addEventListener('change', () => send(byId(id)));
look();
