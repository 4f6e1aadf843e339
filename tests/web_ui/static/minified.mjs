/** @file Says which of the modules in a folder mean something else as they travel than as they are written: no name, sign or text differs. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createRequire } from 'node:module';

const [packages, ...pairs] = process.argv.slice(2);
const { tokenize } = createRequire(packages)('espree');
const tokens = (path) => tokenize(readFileSync(path, 'utf8'), { ecmaVersion: 'latest', sourceType: 'module' }).map(({ type, value }) => `${type} ${value}`);

for (let at = 0; at < pairs.length; at += 2) {
  const [written, sent] = [tokens(pairs[at]), tokens(pairs[at + 1])];
  const differs = written.findIndex((token, index) => token !== sent[index]);
  if (differs >= 0 || written.length !== sent.length) console.log(`${basename(pairs[at])}: ${written[differs]} became ${sent[differs]}`);
}
