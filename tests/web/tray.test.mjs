import assert from 'node:assert/strict';
import test from 'node:test';

import { shade } from '../../web_ui/static/js/tray.js';

test('a dim light is a bright dot of its colour, and a dark one none', () => {
  assert.equal(shade('000000'), null);
  assert.equal(shade('140a00'), 'rgb(255 128 0)');
  assert.equal(shade('00ff00'), 'rgb(0 255 0)');
});
