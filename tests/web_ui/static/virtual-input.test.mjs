import assert from 'node:assert/strict';
import test, { mock } from 'node:test';

import { VirtualInput } from '../../../web_ui/static/devices/virtual-input.js';

function virtualInput() {
  const posted = [];
  const shown = [];
  return { input: new VirtualInput((body) => posted.push(body), (button, down) => shown.push([button, down])), posted, shown };
}

test('a tap is one short press', () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const { input: own, posted, shown } = virtualInput();
  own.down('roll');
  own.up('roll');
  mock.timers.tick(5000);
  assert.deepEqual(posted, [{ buttons: ['roll'], for_ms: 120 }]);
  assert.deepEqual(shown, [['roll', true], ['roll', false]]);
  mock.timers.reset();
});

test('a held button never comes up between two words that it is held', () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const { input: own, posted } = virtualInput();
  let now = 0;
  let upAt = 0;
  own.post = (body) => {
    assert.ok(now === 0 || now < upAt, `came up at ${upAt}, pressed again at ${now}`);
    upAt = now + body.for_ms;
    posted.push(body);
  };
  own.down('back');
  for (now = 10; now <= 3000; now += 10) mock.timers.tick(10);
  own.up('back');
  const before = posted.length;
  mock.timers.tick(5000);
  assert.equal(posted.length, before);
  assert.ok(upAt > 3000 && upAt <= 3500);
  mock.timers.reset();
});

test('two buttons are held together, and all are let go when the page loses the keys', () => {
  const { input: own, shown } = virtualInput();
  own.down('ok');
  own.down('back');
  own.down('ok');
  own.allUp();
  assert.deepEqual(shown, [['ok', true], ['back', true], ['ok', false], ['back', false]]);
});

test('a button is let go when no table answers, so that the next one takes it for no other press', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const { input: own, posted, shown } = virtualInput();
  let answers = true;
  own.post = async (body) => posted.push(body) && answers;
  own.down('ok');
  for (let now = 0; now < 1000; now += 10) mock.timers.tick(10);
  answers = false;
  for (let now = 0; now < 1000; now += 10) {
    mock.timers.tick(10);
    await Promise.resolve();
    await Promise.resolve();
  }
  const before = posted.length;
  answers = true;
  mock.timers.tick(5000);
  assert.equal(posted.length, before);
  assert.deepEqual(shown, [['ok', true], ['ok', false]]);
  mock.timers.reset();
});
