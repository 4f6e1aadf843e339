/** @file Nobody scrolls a television: a page that is too long for it is drawn smaller, as a whole. */

/** Smaller than so it would not be read from afar; then the rest is below the screen's edge. */
const LEAST = 0.5;
/** In smaller letters lines break elsewhere, so it takes a few tries. */
const TRIES = 5;

let built = '';
let whole = 0;

/** Draw the page as large as its style wants it, or so much smaller that all of it is to be seen. */
export function fitPage() {
  const root = document.documentElement;
  const now = [innerWidth, innerHeight, document.getElementsByTagName('*').length].join();
  if (now !== built) {
    built = now;
    root.style.fontSize = '';
    whole = parseFloat(getComputedStyle(root).fontSize);
  }
  for (let left = TRIES; left && root.scrollHeight > innerHeight; left -= 1) {
    const size = parseFloat(getComputedStyle(root).fontSize);
    const smaller = size * Math.min(innerHeight / root.scrollHeight, 0.98);
    root.style.fontSize = `${Math.max(smaller, whole * LEAST)}px`;
  }
}
