/** @file What has changed since the table that the stream told before. Pure; no element in here. */

/**
 * Nothing that stays the same is sent twice, nor made anew: it is the very same object.
 * @param {any} before what was told; it stays as it is
 * @param {any} difference as web_ui/http/changes.py has it
 * @returns {any} what is told now
 */
export function changed(before, difference) {
  if (Array.isArray(difference)) return difference[0];
  const places = Array.isArray(before);
  const now = places ? before.slice(difference.from, difference.until) : { ...before };
  for (const [name, inside] of Object.entries(places ? difference.at : difference)) {
    if (inside.length === 0) delete now[name];
    else put(now, name, changed(Object.hasOwn(now, name) ? now[name] : undefined, inside));
  }
  return now;
}

/** Put *value* under *name*, whatever that is: by an assignment `__proto__` would be no name. */
function put(holder, name, value) {
  Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true });
}
