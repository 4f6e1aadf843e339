/** @file A module that the network didn't bring: the page is loaded anew once the table is heard again. */

/** A page isn't loaded anew more often than that: what never comes must not make it flicker. */
const LEAST_MS = 20000;
let missing = false;

addEventListener('unhandledrejection', (event) => {
  // Each browser has its own words for it, and the same word in them; no other fault has that.
  if (!(event.reason instanceof TypeError && /module/i.test(event.reason.message))) return;
  event.preventDefault();
  missing = true;
});

/** Load the page anew if a module didn't come; to be called when the table is heard, for then the network works. */
export function fetchMissing() {
  // What a page remembers in its history outlives a reload.
  if (!missing || Math.abs(Date.now() - (history.state?.fetched ?? 0)) < LEAST_MS) return;
  history.replaceState({ ...history.state, fetched: Date.now() }, '');
  location.reload();
}
