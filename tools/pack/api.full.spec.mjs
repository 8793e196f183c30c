import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { foundApis, recordsOf } from './api.mjs';
import { libraries, workspace } from './libraries.mjs';
import { packages } from './pack.mjs';

const TIMEOUT_MS = 120_000;
let found;

beforeAll(async () => {
  await packages(); // makes the module of the client
  found = foundApis();
}, TIMEOUT_MS);

describe.each(libraries)('the public API of $name', (library) => {
  it('is the one in the repository; `npm run record-api` records another', () => {
    const own = [...found].filter(([path]) => path.startsWith(join(workspace, library.folder, '/')));
    const recorded = recordsOf(library).map((path) => [
      path,
      readFileSync(path, 'utf8').replaceAll('\r\n', '\n'),
    ]);
    expect(own.length).toBeGreaterThan(0);
    expect(Object.fromEntries(recorded)).toEqual(Object.fromEntries(own));
  });
});
