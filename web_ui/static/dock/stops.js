/** @file A group of buttons that Tab comes to once: from there the arrow keys lead through it. */

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * Have Tab come to *group* once: to *first*, until another of it has had the focus.
 * @param {Element|null} group @param {string} first what is come to first, where it is there
 */
export function oneStop(group, first = 'button') {
  const all = group ? [...group.querySelectorAll('button, a')] : [];
  if (all.length < 2) return;
  const stay = (one) => all.forEach((each) => each.setAttribute('tabindex', each === one ? '0' : '-1'));
  stay(group.querySelector(first) ?? all[0]);
  group.setAttribute('data-stop', '');
  group.addEventListener('focusin', ({ target }) => all.includes(target) && stay(target));
  group.addEventListener('keydown', (event) => {
    const at = all.indexOf(event.target);
    if (at < 0 || !(event.key in STEPS)) return;
    all[(at + STEPS[event.key] + all.length) % all.length].focus();
    event.preventDefault();
  });
}
