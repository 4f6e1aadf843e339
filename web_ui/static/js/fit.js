/** @file Nobody scrolls a television: a page that is too long for it is drawn smaller, as a whole. */

const SMALLER = 0.94;
/** Smaller than so it would not be read from afar; then the rest is below the screen's edge. */
const LEAST = 0.5;

let fitted = '';

/** Draw the page as large as its style wants it, or so much smaller that all of it is to be seen. */
export function fitPage() {
  const root = document.documentElement;
  const now = [innerWidth, innerHeight, document.body.textContent.length, document.querySelectorAll('main *').length].join();
  if (now === fitted) return; // nothing that can have changed its height
  fitted = now;
  root.style.fontSize = '';
  const whole = parseFloat(getComputedStyle(root).fontSize);
  for (let size = whole; root.scrollHeight > innerHeight && size * SMALLER > whole * LEAST; ) {
    size *= SMALLER;
    root.style.fontSize = `${size}px`;
  }
}
