/** @file A button that says something to the table: while it waits for the answer it shows that, and isn't pressed twice. */

/**
 * @param {Element} button
 * @param {() => Promise<any>} act what it does; while that isn't settled nothing is done once more
 */
export async function once(button, act) {
  if (button.hasAttribute('aria-busy')) return;
  button.setAttribute('aria-busy', 'true');
  try {
    await act();
  } finally {
    button.removeAttribute('aria-busy');
  }
}
