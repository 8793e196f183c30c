import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { exposedFolder } from './exposed-folder.js';

const folder = mkdtempSync(join(tmpdir(), 'cairn-exposed-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  [0o700, false],
  [0o750, true],
  [0o755, true],
])('a folder of the mode %i is said to be exposed: %s', (mode, isExposed) => {
  chmodSync(folder, mode);
  const said = exposedFolder({ database: { kind: 'sqlite', file: join(folder, 'cairn.db') } });
  expect(said?.includes(folder) ?? false).toBe(isExposed);
  expect(exposedFolder({ database: { kind: 'memory' } })).toBeUndefined();
});
