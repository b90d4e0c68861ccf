// Modules are chapters: none is too long to be read at a sitting, no line too wide for two windows side by side.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const js = fileURLToPath(new URL('../../js', import.meta.url));

test('no module has more than 500 lines, no line more than 140 columns', () => {
  const files = readdirSync(js, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js') && !name.startsWith('vendor'));
  assert.ok(files.length > 60);
  const faults = files.flatMap((name) => {
    const lines = readFileSync(join(js, name), 'utf8').trimEnd().split('\n');
    const wide = lines.flatMap((line, i) => ([...line].length > 140 ? [`${name}:${i + 1} has ${[...line].length} columns`] : []));
    return lines.length > 500 ? [...wide, `${name} has ${lines.length} lines`] : wide;
  });
  assert.deepEqual(faults, []);
});
