/** @file A page that the server draws: fetched once more whenever something may have changed, and told what to do. */

/** While the table is asked nothing else may change: look again after so long. */
const LOOK_MS = 1000;

/**
 * @param {(page: Document) => boolean|void} take puts what is new of the page in its place; true where it is to be looked at
 *   again soon, though nobody says that something has changed
 * @returns {() => Promise<void>} draws the page anew, as it is by then, and once more where something changes meanwhile
 */
export function drawnAnew(take) {
  let drawing = false;
  let stale = false;
  const drawOnce = async () => {
    stale = false;
    try {
      const response = await fetch(location.href);
      if (!response.ok) return void location.reload(); // signed out: say so
      const soon = take(new DOMParser().parseFromString(await response.text(), 'text/html'));
      if (soon) setTimeout(draw, LOOK_MS);
    } catch {
      setTimeout(draw, LOOK_MS); // out of touch: try again
    }
  };
  const draw = async () => {
    stale = true;
    if (drawing) return;
    drawing = true;
    while (stale) await drawOnce();
    drawing = false;
  };
  return draw;
}

/**
 * Put *now* in the place of *before*, around what stays: a file may be chosen for it at this moment, in a window of its own.
 * @param {Element} before @param {Element} now @param {Element|null} stays in *before*, and maybe by its id in *now*
 */
export function renew(before, now, stays) {
  if (before === stays) return;
  const there = stays && now.querySelector(`#${stays.id}`);
  if (!there) return before.replaceWith(now);
  const [old, next] = [before, now].map((tree, i) => [...tree.children].find((each) => each.contains([stays, there][i])));
  for (const each of [...before.childNodes]) if (each !== old) each.remove();
  const nodes = [...now.childNodes];
  old.before(...nodes.slice(0, nodes.indexOf(next)));
  old.after(...nodes.slice(nodes.indexOf(next) + 1));
  renew(old, next, stays);
}

/**
 * Say something to the table, once; who hears no answer is told so.
 * @param {string} path below this page's language @param {BodyInit} body @param {string} type
 * @returns {Promise<{done: boolean, text?: string, path?: string, address?: string}>}
 */
export function post(path, body, type = 'application/json') {
  return fetch(`${path}${location.search}`, { method: 'POST', headers: { 'Content-Type': type }, body })
    .then(async (response) => ({ done: response.ok, ...(await response.json()) }))
    .catch(() => ({ done: false, text: document.body.dataset.noAnswer }));
}
