/** @file What every page needs: to build and find elements, its words and language, time and chance. Text always goes in as text, never as markup. */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {string} id
 * @returns {any} the element, which the template is sure to hold
 */
export const byId = (id) => document.getElementById(id);

/**
 * @param {string} tag
 * @param {Object<string, string|number|boolean|null|undefined>} attributes absent where null, undefined or false
 * @param {...(Node|string)} children
 * @returns {any}
 */
export function el(tag, attributes = {}, ...children) {
  return attired(document.createElement(tag), attributes, children);
}

/** The same for a drawing. */
export function svg(tag, attributes = {}, ...children) {
  return attired(document.createElementNS(SVG, tag), attributes, children);
}

function attired(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if ((value ?? false) !== false) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/**
 * Have *holder* hold *children*, which nobody listens to: those that look the same stay, so that a slow device draws
 * what changed and nothing else.
 * @param {Element} holder
 * @param {(Node|string)[]} children
 */
export function redraw(holder, children) {
  const old = [...holder.childNodes];
  const wanted = children.filter((each) => each !== '').map((each) => {
    const fresh = typeof each === 'string' ? document.createTextNode(each) : each;
    const at = old.findIndex((one) => one.isEqualNode(fresh));
    return at < 0 ? fresh : old.splice(at, 1)[0];
  });
  for (const each of old) each.remove();
  wanted.forEach((each, at) => each === holder.childNodes[at] || holder.insertBefore(each, holder.childNodes[at] ?? null));
}

/** @param {Element} element @param {string} text */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * What the server left in the page: the first state, and this page's words in its language.
 * @returns {{table: import('./types.js').Table, words: (key: string, values?: Object<string, string|number>) => string, chosen: string|null}}
 */
export function readStart() {
  const { table, words, chosen } = JSON.parse(byId('start').textContent);
  return { table, words: filling(words), chosen };
}

/** @returns {string} *text* with its places filled */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** @returns {(key: string, values?: Object<string, string|number>) => string} sentences with their places filled */
export function filling(sentences) {
  return (key, values = {}) => fill(sentences[key], values);
}

/** Have the pages' own sheet called *name* here. */
export const dress = (name) => addSheet(new URL(`../css/${name}.css`, import.meta.url));

/** Have the sheet at *address* here, unless the page came with it; a board without it is still a board. @param {URL} address */
export async function addSheet(address) {
  if ([...document.querySelectorAll('link[rel=stylesheet]')].some((each) => each.href === address.href)) return;
  const link = el('link', { rel: 'stylesheet', href: address });
  await new Promise((there) => {
    link.onload = link.onerror = there;
    document.head.append(link);
  });
}

/** Keep the language that this device chose; go there if the address doesn't say it. Returns whether the page stays. */
export function settleLanguage() {
  const address = new URLSearchParams(location.search);
  const asked = address.get('lang');
  try {
    if (asked) localStorage.setItem('lang', asked);
    if (asked === '') localStorage.removeItem('lang');
    const kept = localStorage.getItem('lang');
    if (asked !== null || !kept) return true;
    address.set('lang', kept);
    location.replace(`?${address}`);
    return false;
  } catch {
    return true; // storage is switched off: the address alone decides
  }
}

/** @param {string} text a sentence of an end @returns {string} without its rule's id, which stands behind it */
export const withoutRule = (text) => text.replace(/\s*\([A-Z]+-[A-Z]+\d+\)/, '');

/**
 * Measure the time since now by whichever clock ran on: one stands still while a device sleeps, the other may be set.
 * @returns {() => number} gives milliseconds
 */
export function stopwatch() {
  const steady = performance.now();
  const wall = Date.now();
  return () => Math.max(performance.now() - steady, Date.now() - wall, 0);
}

/**
 * @param {number} count
 * @returns {string} that many random bytes in hex
 */
export function randomHex(count) {
  return Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
