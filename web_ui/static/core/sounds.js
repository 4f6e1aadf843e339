/** @file The sounds of a page, made on the device: a table of recipes, and one switch. Nothing sounds before somebody has touched the page. */

/**
 * One voice of a sound: a *wave* (or "noise") that begins *at* seconds, lasts *for* seconds, and glides through the pitches
 * *hz*; noise is heard through a filter at them. *gain* is its loudest; it comes within *rise* seconds and ebbs away.
 * @typedef {{wave: OscillatorType|'noise', hz: number[], at?: number, for: number, gain: number, rise?: number, filter?: number}} Voice
 */

const tone = (hz, at, last, gain = 0.3, wave = 'sine') => ({ wave, hz: [hz], at, for: last, gain });
const bell = (hz, at, last) => [tone(hz, at, last, 0.22), tone(hz * 2.76, at, last * 0.5, 0.08), tone(hz * 5.4, at, last * 0.2, 0.04)];
const knock = (at) => ({ wave: 'triangle', hz: [260, 150], at, for: 0.09, gain: 0.5, rise: 0.003 });
const drum = (at) => ({ wave: 'sine', hz: [140, 48], at, for: 0.24, gain: 0.9, rise: 0.004 });
const crack = (at) => ({ wave: 'noise', hz: [2600, 900], at, for: 0.09, gain: 0.5, rise: 0.002 });

/** Four bars of a hornpipe: pitches in semitones above a', a quarter beat each. */
const SHANTY = [-2, 5, 5, 3, 5, 7, 9, 5, 10, 9, 7, 5, 7, 3, -2, -2];
const STEP_S = 0.2;

/** @type {Object<string, Voice[]>} by the kind of moment; none is longer than four seconds */
export const RECIPES = {
  turn: [{ wave: 'sawtooth', hz: [110, 116], for: 0.6, gain: 0.3, rise: 0.08, filter: 520 }, { wave: 'sawtooth', hz: [165, 174], for: 0.6, gain: 0.2, rise: 0.08, filter: 520 }],
  deal: [0, 1, 2, 3, 4, 5].map((at) => ({ wave: 'noise', hz: [1800, 3200], at: at * 0.12, for: 0.07, gain: 0.2, rise: 0.01 })),
  flood: [{ wave: 'sine', hz: [420, 1150], for: 0.12, gain: 0.35, rise: 0.005 }, { wave: 'sine', hz: [900, 380], at: 0.14, for: 0.16, gain: 0.25, rise: 0.005 }],
  sink: [{ wave: 'sine', hz: [180, 42], for: 0.7, gain: 0.7, rise: 0.01 }, { wave: 'noise', hz: [1400, 160], for: 1.1, gain: 0.45, rise: 0.05 }],
  rise: [{ wave: 'sine', hz: [70, 34], for: 1.1, gain: 0.8, rise: 0.02 }, { wave: 'noise', hz: [120, 900, 140], for: 1.5, gain: 0.55, rise: 0.4 }],
  treasure: [...bell(1047, 0, 0.5), ...bell(1319, 0.12, 0.5), ...bell(1568, 0.24, 0.9)],
  gain: [...bell(1047, 0, 0.4), ...bell(1568, 0.12, 0.6)],
  attack: [drum(0), drum(0.26)],
  shot: [crack(0), { wave: 'noise', hz: [700, 120], at: 0.02, for: 0.4, gain: 0.4, rise: 0.01 }],
  blast: [{ wave: 'sine', hz: [120, 30], for: 0.9, gain: 0.9, rise: 0.005 }, { wave: 'noise', hz: [2400, 90], for: 1.2, gain: 0.6, rise: 0.01 }],
  strike: [{ wave: 'sawtooth', hz: [48, 92, 40], for: 1.1, gain: 0.5, rise: 0.2, filter: 400 }, { wave: 'noise', hz: [300, 1500, 200], for: 1.2, gain: 0.4, rise: 0.3 }],
  loss: [crack(0), crack(0.08), crack(0.2), { wave: 'sine', hz: [200, 70], at: 0.2, for: 0.5, gain: 0.4, rise: 0.02 }],
  won: SHANTY.map((semitones, at) => tone(440 * 2 ** (semitones / 12), at * STEP_S, STEP_S * 1.1, 0.25, 'triangle')),
  lost: [0, 1.1, 2.2].map((at) => ({ wave: 'noise', hz: [200, 700, 150], at, for: 1.5, gain: 0.5 - at * 0.15, rise: 0.6 })),
  request: [knock(0), knock(0.18)],
  ring: [0, 0.45, 0.9].flatMap((at) => bell(1568, at, 0.7)),
};

/** How a device buzzes, in milliseconds on and off. @type {Object<string, number[]>} */
export const BUZZES = {
  turn: [80], sink: [40], rise: [80, 60, 160], attack: [60, 60, 60], strike: [80, 40, 80], blast: [120], loss: [120], treasure: [40, 40, 40],
  won: [160], lost: [160], request: [60], ring: [200, 120, 200, 120, 200],
};

/** @type {AudioContext|null} */
let context = null;
let switches = { sound: false, volume: 0.5, buzz: true };

const KEY = 'sounds';

/** @param {boolean} sound whether this kind of page sounds unless somebody has said otherwise @returns what is chosen on this device */
export function readSounds(sound = switches.sound) {
  try {
    switches = { ...switches, sound, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    switches = { ...switches, sound }; // storage is switched off, or holds what isn't ours
  }
  return switches;
}

/** @param {{sound?: boolean, volume?: number, buzz?: boolean}} changed */
export function chooseSounds(changed) {
  switches = { ...switches, ...changed };
  try {
    localStorage.setItem(KEY, JSON.stringify(switches));
  } catch {
    // storage is switched off: it holds as long as the page does
  }
  wake();
}

/** A browser lets a page sound once somebody has touched it; one that nobody touches (a television) is let by its settings. */
export function wake() {
  if (!switches.sound) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') context.resume().catch(() => {}); // not yet: the next touch tries again
}

/** Sound and buzz as *kind* of moment does, if this device is to. @param {string} kind */
export function sound(kind) {
  if (switches.buzz && BUZZES[kind]) navigator.vibrate?.(BUZZES[kind]);
  wake();
  if (!switches.sound || context?.state !== 'running') return;
  const master = context.createGain();
  master.gain.value = switches.volume;
  master.connect(context.destination);
  for (const voice of RECIPES[kind] ?? []) schedule(context, master, voice);
}

/** @param {BaseAudioContext} on @param {AudioNode} into @param {Voice} voice */
export function schedule(on, into, voice) {
  const from = on.currentTime + (voice.at ?? 0);
  const until = from + voice.for;
  const source = voice.wave === 'noise' ? noise(on, voice.for) : on.createOscillator();
  const volume = on.createGain();
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(voice.gain, from + (voice.rise ?? 0.01));
  volume.gain.exponentialRampToValueAtTime(0.001, until);
  const filter = on.createBiquadFilter();
  if (source instanceof OscillatorNode) {
    source.type = /** @type {OscillatorType} */ (voice.wave);
    glide(source.frequency, voice.hz, from, voice.for);
    filter.frequency.value = voice.filter ?? 8000;
  } else glide(filter.frequency, voice.hz, from, voice.for);
  source.connect(filter).connect(volume).connect(into);
  source.start(from);
  source.stop(until);
}

function glide(pitch, hz, from, last) {
  pitch.setValueAtTime(hz[0], from);
  hz.slice(1).forEach((next, at) => pitch.exponentialRampToValueAtTime(next, from + (last * (at + 1)) / (hz.length - 1)));
}

/** A surf of its own for each sound: white noise. */
function noise(on, seconds) {
  const source = on.createBufferSource();
  source.buffer = on.createBuffer(1, Math.ceil(on.sampleRate * seconds), on.sampleRate);
  const samples = source.buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return source;
}
