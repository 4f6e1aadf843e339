/** @file The card of a game as a picture to keep or to share: drawn on this device, by nobody's server. */

const [WIDE, HIGH] = [1080, 1350];
const EDGE = 64;
/** What of a drawing's look comes from sheets, which a picture of it hasn't. */
const DRESS = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'opacity', 'display', 'visibility', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'letter-spacing', 'dominant-baseline', 'transform', 'transform-box', 'transform-origin', 'paint-order', 'color', 'mask', 'clip-path'];

/**
 * Share the picture of *card* where this device can, else save it.
 * @param {HTMLElement} card
 * @param {(key: string) => string} words
 */
export async function keep(card, words) {
  const canvas = await draw(card, words);
  const blob = await new Promise((done) => canvas.toBlob(done, 'image/png'));
  const file = new File([blob], `${words('ending.made-with').toLowerCase()}.png`, { type: 'image/png' });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch((why) => { if (why.name !== 'AbortError') throw why; });
    return;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** @returns {Promise<HTMLCanvasElement>} */
export async function draw(card, words) {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDE, height: HIGH });
  const pen = new Pen(canvas.getContext('2d'), getComputedStyle(card));
  pen.ground(card.parentElement);
  const board = card.querySelector('.end-board svg');
  let y = 40;
  if (board) {
    await pen.picture(await dressed(board), EDGE, y, WIDE - 2 * EDGE, 520);
    y += 540;
  } else y = 250;
  y = pen.lines(card.querySelector('.end-said h2'), y, { size: 68, weight: 700, most: 2 });
  y = pen.lines(card.querySelector('.end-said p'), y, { size: 32, most: 2 }) + 14;
  y = await pen.medals(card.querySelectorAll('.medals li'), y);
  y = pen.numbers(card.querySelectorAll('.tally > div'), y);
  const foot = HIGH - 200;
  const best = card.querySelector('.best > span');
  if (best && y < foot - 100) pen.lines(best, y, { size: 30, most: 1 });
  pen.people(card, foot - 26);
  await pen.fair(card, foot, words);
  return canvas;
}

class Pen {
  constructor(context, style) {
    Object.assign(this, { context, style, ink: style.color, font: style.fontFamily });
  }

  ground(element) {
    const { context } = this;
    const value = (name) => this.style.getPropertyValue(name).trim();
    const [page, mood] = [value('--page'), element.classList.contains('won') ? value('--safe') : element.classList.contains('lost') ? value('--danger') : value('--surface')];
    context.fillStyle = page;
    context.fillRect(0, 0, WIDE, HIGH);
    const veil = context.createLinearGradient(0, 0, 0, HIGH * 0.6);
    veil.addColorStop(0, mood);
    veil.addColorStop(1, page);
    context.globalAlpha = 0.45;
    context.fillStyle = veil;
    context.fillRect(0, 0, WIDE, HIGH * 0.6);
    context.globalAlpha = 1;
  }

  write(text, x, y, { size, weight = 400, align = 'center', ink = this.ink }) {
    Object.assign(this.context, { font: `${weight} ${size}px ${this.font}`, textAlign: align, textBaseline: 'alphabetic', fillStyle: ink });
    this.context.fillText(text, x, y, WIDE - 2 * EDGE);
  }

  /** The words of *element* in as few lines as they need; the last one takes what is left. @returns {number} where they end */
  lines(element, y, { size, weight = 400, most }) {
    this.context.font = `${weight} ${size}px ${this.font}`;
    const rows = [''];
    for (const word of element.textContent.trim().split(/\s+/)) {
      const longer = `${rows.at(-1)} ${word}`.trim();
      if (rows.length < most && rows.at(-1) && this.context.measureText(longer).width > WIDE - 2 * EDGE) rows.push(word);
      else rows[rows.length - 1] = longer;
    }
    rows.forEach((row, at) => this.write(row, WIDE / 2, y + size * (1 + 1.2 * at), { size, weight }));
    return y + size * (0.35 + 1.2 * rows.length);
  }

  async picture(image, x, y, wide, high) {
    const scale = Math.min(wide / image.width, high / image.height);
    const [w, h] = [image.width * scale, image.height * scale];
    this.context.drawImage(image, x + (wide - w) / 2, y + (high - h) / 2, w, h);
  }

  async medals(all, y) {
    if (!all.length) return y;
    const step = Math.min(120, (WIDE - 2 * EDGE) / all.length);
    const radius = step * 0.42;
    let x = WIDE / 2 - (step * (all.length - 1)) / 2;
    for (const each of all) {
      const { backgroundColor, color } = getComputedStyle(each);
      const { context } = this;
      context.beginPath();
      context.arc(x, y + radius, radius, 0, 2 * Math.PI);
      Object.assign(context, { fillStyle: backgroundColor, strokeStyle: color, lineWidth: 4 });
      context.fill();
      context.stroke();
      const glyph = each.querySelector('svg');
      if (glyph) await this.picture(await dressed(glyph), x - radius * 0.6, y + radius * 0.4, radius * 1.2, radius * 1.2);
      else this.write(each.firstChild.textContent, x, y + radius * 1.3, { size: radius * 0.9, weight: 700, ink: color });
      x += step;
    }
    return y + 2 * radius + 24;
  }

  numbers(all, y) {
    const step = (WIDE - 2 * EDGE) / Math.max(all.length, 1);
    [...all].forEach((each, at) => {
      const x = EDGE + step * (at + 0.5);
      this.write(each.querySelector('dd').textContent, x, y + 56, { size: 60, weight: 700 });
      this.context.font = `400 26px ${this.font}`;
      this.context.textAlign = 'center';
      this.context.fillText(each.querySelector('dt').textContent, x, y + 96, step - 8);
    });
    return all.length ? y + 116 : y;
  }

  people(card, y) {
    const names = [...card.querySelectorAll('.end-people bdi')].map((each) => each.textContent).join(', ');
    this.write([names, card.querySelector('time')?.textContent].filter(Boolean).join(' · '), WIDE / 2, y, { size: 30, weight: 600 });
  }

  async fair(card, y, words) {
    const code = card.querySelector('.end-code');
    if (!code) {
      this.write(words('ending.made-with'), WIDE / 2, y + 100, { size: 28 });
      return;
    }
    await code.decode();
    this.context.drawImage(code, EDGE, y, 170, 170);
    const [fair, promised] = card.querySelectorAll('.fair > span > *');
    this.write(fair.textContent, EDGE + 200, y + 76, { size: 34, weight: 700, align: 'left' });
    this.context.font = `400 28px ${this.font}`;
    this.context.fillText(promised.textContent, EDGE + 200, y + 122, WIDE - 2 * EDGE - 200);
  }
}

/** @param {SVGElement} drawing one of this page @returns {Promise<HTMLImageElement>} the same, with all that sheets say of it */
async function dressed(drawing) {
  const copy = drawing.cloneNode(true);
  const [from, to] = [[drawing, ...drawing.querySelectorAll('*')], [copy, ...copy.querySelectorAll('*')]];
  from.forEach((each, at) => {
    const style = getComputedStyle(each);
    for (const name of DRESS) if (each !== drawing || !['display', 'transform'].includes(name)) to[at].style.setProperty(name, style.getPropertyValue(name));
    for (const name of ['--light', '--ink']) to[at].style.setProperty(name, style.getPropertyValue(name));
    to[at].style.transition = to[at].style.animation = 'none';
  });
  await Promise.all([...copy.querySelectorAll('use')].map((each) => bring(each, copy)));
  const { width, height } = drawing.viewBox.baseVal;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width * 3));
  copy.setAttribute('height', String(height * 3));
  for (const name of ['max-width', 'max-height', 'min-height']) copy.style.removeProperty(name);
  const image = new Image(width * 3, height * 3);
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}

/** Have the symbol that *use* takes from a file here: what is drawn as a picture may ask for no other file. */
async function bring(use, copy) {
  const [address, id] = (use.getAttribute('href') ?? '').split('#');
  if (!address || !id) return;
  if (!copy.querySelector(`symbol[id="${CSS.escape(id)}"]`)) {
    const text = await (await fetch(address)).text();
    const symbol = new DOMParser().parseFromString(text, 'image/svg+xml').getElementById(id);
    if (symbol && !copy.querySelector(`symbol[id="${CSS.escape(id)}"]`)) copy.prepend(document.importNode(symbol, true));
  }
  use.setAttribute('href', `#${id}`);
}
