import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

/** Keeps what is scheduled, as an AudioContext does it. */
class Param {
  constructor() {
    this.events = [];
  }

  setValueAtTime(value, at) {
    this.events.push(['set', value, at]);
  }

  linearRampToValueAtTime(value, at) {
    this.events.push(['linear', value, at]);
  }

  exponentialRampToValueAtTime(value, at) {
    assert.ok(value > 0, 'no exponential ramp ends at nothing');
    this.events.push(['ramp', value, at]);
  }
}

class Node {
  constructor(kind) {
    Object.assign(this, { kind, gain: new Param(), frequency: new Param() });
  }

  connect(to) {
    this.to = to;
    return to;
  }

  start(at) {
    this.from = at;
  }

  stop(at) {
    this.until = at;
  }
}

class Oscillator extends Node {}

class Context {
  constructor() {
    Object.assign(this, { currentTime: 10, sampleRate: 8000, state: 'running', destination: new Node('out'), made: [] });
    contexts.push(this);
  }

  #made(node) {
    this.made.push(node);
    return node;
  }

  createGain() { return this.#made(new Node('gain')); }
  createBiquadFilter() { return this.#made(new Node('filter')); }
  createOscillator() { return this.#made(new Oscillator('oscillator')); }
  createBufferSource() { return this.#made(new Node('noise')); }
  createBuffer(_, length) { return { length, getChannelData: () => new Float32Array(length) }; }
  async resume() {}
}

const contexts = [];
const buzzed = [];
const kept = new Map();
Object.assign(globalThis, {
  AudioContext: Context, OscillatorNode: Oscillator,
  localStorage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) },
});
Object.defineProperty(globalThis, 'navigator', { value: { vibrate: (pattern) => buzzed.push(pattern) }, configurable: true });

const { BUZZES, RECIPES, chooseSounds, readSounds, sound } = await import('../../../web_ui/static/core/sounds.js');
const KINDS = ['turn', 'deal', 'flood', 'sink', 'rise', 'treasure', 'attack', 'shot', 'blast', 'strike', 'gain', 'loss', 'won', 'lost', 'request', 'ring'];
const sources = () => contexts.flatMap(({ made }) => made.filter(({ kind }) => kind === 'oscillator' || kind === 'noise'));

test('each moment has its sound, and none is longer than four seconds', () => {
  assert.deepEqual(Object.keys(RECIPES).sort(), [...KINDS].sort());
  for (const [kind, voices] of Object.entries(RECIPES)) assert.ok(Math.max(...voices.map((voice) => (voice.at ?? 0) + voice.for)) <= 4, kind);
  assert.ok(Object.keys(BUZZES).every((kind) => KINDS.includes(kind)));
});

test('a phone is silent until somebody wants to hear it, and buzzes', () => {
  readSounds(false);
  sound('rise');
  assert.equal(contexts.length, 0);
  assert.deepEqual(buzzed.splice(0), [BUZZES.rise]);
});

test('what is chosen is kept, and each voice is scheduled in its time, loud at once and silent at its end', () => {
  chooseSounds({ sound: true, volume: 0.3, buzz: false });
  assert.deepEqual(readSounds(false), { sound: true, volume: 0.3, buzz: false });
  sound('attack');
  assert.deepEqual(buzzed, []);
  const [drum, again] = sources();
  const rounded = (seconds) => seconds.toFixed(3);
  assert.deepEqual([drum.from - 10, again.from - 10].map(rounded), RECIPES.attack.map(({ at }) => rounded(at)));
  assert.deepEqual([drum.until - 10, again.until - 10].map(rounded), RECIPES.attack.map((voice) => rounded(voice.at + voice.for)));
  const [silent, loud, gone] = drum.to.to.gain.events;
  assert.deepEqual([silent[1], loud[1], gone[1]], [0, RECIPES.attack[0].gain, 0.001]);
  assert.equal(drum.to.to.to.gain.value, 0.3);
});

test('every kind of moment is scheduled voice by voice: when each begins and ends, how loud, and silent at last', () => {
  for (const kind of KINDS) {
    const before = sources().length;
    sound(kind);
    const told = sources().slice(before).map((voice) => {
      const [silent, loud, gone] = voice.to.to.gain.events;
      return [voice.from, voice.until, silent[1], loud[1], loud[2] <= voice.until, gone[1]];
    });
    const meant = RECIPES[kind].map((voice) => {
      const from = 10 + (voice.at ?? 0);
      return [from, from + voice.for, 0, voice.gain, true, 0.001];
    });
    assert.deepEqual(told, meant, kind);
  }
});

test('what a game can tell of as a scene has a sound', () => {
  const named = readFileSync(new URL('../../../companion/engine/values/moment.py', import.meta.url), 'utf8');
  const kinds = [...named.slice(named.indexOf('Literal['), named.indexOf(']')).matchAll(/"(\w+)"/g)].map(([, kind]) => kind);
  assert.ok(kinds.length > 10);
  assert.deepEqual(kinds.filter((kind) => !RECIPES[kind]), []);
});

test('a page whose browser lets nothing sound yet schedules nothing', () => {
  contexts[0].state = 'suspended';
  const before = sources().length;
  sound('won');
  assert.equal(sources().length, before);
});
