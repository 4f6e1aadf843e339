/** @file From one scene of a page to the next: what was there fades into what comes, where the browser can do that. */

const STILL = '(prefers-reduced-motion: reduce)';

/**
 * Make *change*, at once or with the next frame. What it draws has to be the newest by then: nothing waits for the fading,
 * and what happens meanwhile is seen meanwhile.
 * @param {() => void} change
 */
export function fade(change) {
  if (!document.startViewTransition || document.hidden || matchMedia(STILL).matches) change();
  else document.startViewTransition(change).ready.catch(() => {}); // another took its place: it is made all the same
}
