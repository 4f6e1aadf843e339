/** @file This device's sounds, in the menu: on or off, how loud, and whether it buzzes. */

import { el } from '../core/dom.js';
import { BUZZES, chooseSounds, readSounds, sound } from '../core/sounds.js';

/**
 * @param {HTMLElement} section
 * @param {(key: string) => string} words
 */
export function showSoundSwitches(section, words) {
  if (section.childElementCount) return;
  const chosen = readSounds();
  const volume = el('input', { type: 'range', min: 0, max: 1, step: 0.1, value: chosen.volume });
  volume.addEventListener('change', () => hear({ volume: Number(volume.value) }));
  const rows = [labelled(words('sounds.on'), box(chosen.sound, (on) => hear({ sound: on }))), labelled(words('sounds.volume'), volume)];
  if ('vibrate' in navigator) rows.push(labelled(words('sounds.buzz'), box(chosen.buzz, (on) => hear({ buzz: on }))));
  section.replaceChildren(el('h3', {}, words('sounds.title')), ...rows);
}

/** Do as chosen, and let it be heard or felt at once. */
function hear(changed) {
  chooseSounds(changed);
  if (changed.buzz) navigator.vibrate(BUZZES.turn);
  else if (changed.sound !== false) sound('treasure');
}

function box(on, choose) {
  const input = el('input', { type: 'checkbox', checked: on ? '' : null });
  input.addEventListener('change', () => choose(input.checked));
  return input;
}

const labelled = (label, control) => el('label', { class: 'switch' }, el('span', {}, label), control);
