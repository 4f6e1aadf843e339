// Reads vectors, one JSON value a line, and writes what the pages' own program makes of each.
import { readFileSync } from 'node:fs';
import { answer, bytesOf, hexOf, sha256, stream } from '../../../web_ui/static/fairness/fair.js';

const lines = readFileSync(0, 'utf8').trim().split('\n').map((line) => {
  const vector = JSON.parse(line);
  const seed = bytesOf(vector.seed);
  const take = stream(seed, vector.game, vector.kind, vector.number, bytesOf(vector.entropy));
  return [hexOf(sha256(seed)), hexOf(take(8)), answer(vector, seed, vector.game)].join('\t');
});
process.stdout.write(`${lines.join('\n')}\n`);
