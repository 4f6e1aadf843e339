// A first drawing is done a piece a task; whatever comes meanwhile is drawn too, and later drawings are done at once.

import assert from 'node:assert/strict';
import test from 'node:test';
import { pause, Pieces } from '../../../web_ui/static/core/pieces.js';

globalThis.requestAnimationFrame = (draw) => setTimeout(draw);

/** Pieces that note what they drew, and ends of tasks between them. */
function noting(count) {
  const noted = [];
  const pieces = new Pieces(Array.from({ length: count }, (_, at) => () => noted.push(at)));
  return { noted, pieces };
}

async function settled(pieces) {
  while (pieces.drawing) await new Promise((go) => setTimeout(go));
}

test('each piece of the first drawing is a task of its own', async () => {
  const { noted, pieces } = noting(3);
  pieces.draw();
  assert.deepEqual(noted, [0]);
  await pause();
  assert.ok(noted.length < 3);
  await settled(pieces);
  assert.deepEqual(noted, [0, 1, 2]);
});

test('what comes while it draws is drawn after it, and once', async () => {
  const { noted, pieces } = noting(2);
  for (let times = 0; times < 3; times += 1) pieces.draw();
  await settled(pieces);
  assert.deepEqual(noted, [0, 1, 0, 1]);
});

test('later drawings are done at once', async () => {
  const { noted, pieces } = noting(2);
  pieces.draw();
  await settled(pieces);
  pieces.draw();
  assert.deepEqual(noted, [0, 1, 0, 1]);
});

test('what is like the first time is drawn in pieces once more', async () => {
  const { noted, pieces } = noting(2);
  pieces.draw();
  await settled(pieces);
  pieces.draw(true);
  assert.deepEqual(noted, [0, 1, 0]);
  await settled(pieces);
  assert.deepEqual(noted, [0, 1, 0, 1]);
});

test('a page without frames, for nobody sees it, is drawn all the same', async (context) => {
  context.mock.method(globalThis, 'requestAnimationFrame', () => 0);
  const { noted, pieces } = noting(3);
  pieces.draw();
  await settled(pieces);
  assert.deepEqual(noted, [0, 1, 2]);
});
