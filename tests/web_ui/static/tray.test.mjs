import assert from 'node:assert/strict';
import test from 'node:test';

import { inMotion, shade } from '../../../web_ui/static/devices/tray.js';

test('a dim light is a bright dot of its colour, and a dark one none', () => {
  assert.equal(shade('000000'), null);
  assert.equal(shade('140a00'), 'rgb(255 128 0)');
  assert.equal(shade('00ff00'), 'rgb(0 255 0)');
});

test('what stands for lights in motion is the same whatever the lights tell', () => {
  const leds = (colour) => ({ windows: [[colour], [colour]], verdict: [colour, colour], ring: Array(5).fill(colour), idol: null, moves: true });
  assert.deepEqual(inMotion(leds('00ff00')), inMotion(leds('140a00')));
  assert.deepEqual(inMotion(leds('00ff00')).ring.map((colour) => colour !== '000000'), [true, true, true, false, false]);
});
