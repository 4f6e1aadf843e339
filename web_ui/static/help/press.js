/** @file Asking what a thing is: a long press on it, a right click, or the key "?" where the focus is. */

/** So long a press is one that asks; so far, in px, a finger may wander meanwhile. */
const LONG_MS = 450;
const FAR_PX = 10;
/** What can be asked about: places and tokens of boards, cards, and what names itself. */
const THINGS = '[data-token], [data-card], [data-about]';

const thingAt = (target) => (target instanceof Element ? target.closest(THINGS) : null);

/**
 * Hear what is asked on the whole page. A press that asked does nothing else.
 * @param {(thing: Element) => boolean} ask whether there is something to tell of a thing; then it is told
 */
export function listen(ask) {
  let [timer, from, asked] = [0, null, false];
  const stop = () => clearTimeout(timer);
  addEventListener('pointerdown', (event) => {
    stop();
    asked = false;
    const thing = event.button === 0 && event.isPrimary ? thingAt(event.target) : null;
    from = event;
    if (thing) timer = setTimeout(() => { asked = thing.isConnected && ask(thing); }, LONG_MS);
  });
  addEventListener('pointermove', (event) => {
    if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > FAR_PX) stop();
  });
  for (const end of ['pointerup', 'pointercancel', 'dragstart']) addEventListener(end, stop);
  document.addEventListener('click', (event) => {
    if (!asked || !event.detail) return;
    asked = false;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  addEventListener('contextmenu', (event) => {
    stop();
    const thing = thingAt(event.target);
    if (asked || (thing && ask(thing))) event.preventDefault();
  });
  addEventListener('keydown', (event) => {
    if (event.key !== '?' || event.target.matches('input, textarea, select')) return;
    const thing = thingAt(event.target);
    if (thing) ask(thing);
  });
}
