/** @file When a page is loaded anew: the table's program is another one, or a module didn't come. */

/** A page isn't loaded anew more often than that: what never comes must not make it flicker. */
const MIN_MS = 20000;
let missing = false;
let asking = false;

addEventListener('unhandledrejection', (event) => {
  // Each browser has its own words for it, and the same word in them; no other fault has that.
  if (!(event.reason instanceof TypeError && /module/i.test(event.reason.message))) return;
  event.preventDefault();
  missing = true;
});

/** Load the page anew if a module didn't come; to be called when the table is heard, for then the network may work. */
export async function fetchMissing() {
  // What a page remembers in its history outlives a reload.
  if (!missing || asking || Math.abs(Date.now() - (history.state?.fetched ?? 0)) < MIN_MS) return;
  asking = true;
  // An open stream may speak while nothing new comes: a page let go then would be the browser's own page of errors.
  const comes = await fetch(location.href, { method: 'HEAD' }).then((answer) => answer.ok, () => false);
  asking = false;
  if (!comes) return;
  history.replaceState({ ...history.state, fetched: Date.now() }, '');
  location.reload();
}

/**
 * Load the page anew, once, where the table's program isn't the one that the page came from any more; then say it.
 * @param {import('./types.js').Table} own what the page came with
 * @param {import('./types.js').Table} now
 * @returns {boolean} whether it does
 */
export function leaveOldPage(own, now) {
  // What a page remembers in its history outlives a reload: it is never loaded twice for the same program.
  if (now.page === own.page) return false;
  if (history.state?.page === now.page) {
    import('./old-page.js').then(({ sayOld }) => sayOld());
    return false;
  }
  history.replaceState({ page: now.page }, '');
  location.reload();
  return true;
}
