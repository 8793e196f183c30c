import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';

const root = new URL('../../../../', import.meta.url);
const textOf = (file: string): Promise<string> => readFile(new URL(file, root), 'utf8');

const e2e = 'apps/server-e2e/src/service/';
const sqlite = 'libs/adapters/typeorm/src/sqlite/';
const postgres = 'libs/adapters/typeorm/src/postgres/features/';
const shaping = 'libs/http/src/features/reading/shaping-threads.spec.ts';

/** For each row of the table, a test in which two compete, by a part of its name; or why there is none. */
const tests: Readonly<Record<string, readonly [file: string, test: string] | string>> = {
  uploads: ['libs/kernel/src/fair-semaphore.spec.ts', 'left to others where they are held for long'],
  'imports of features': [`${e2e}fair-shares.full.spec.ts`, 'sends all imports that it can'],
  'files of features that are read or written': [
    'libs/adapters/formats/src/process/process-feature-files.spec.ts',
    'is one of as many as may be',
  ],
  'archives of tiles that are made': [`${e2e}fair-shares.full.spec.ts`, 'makes all archives of tiles'],
  'ZIPs of what links open': [
    'libs/http/src/operations/sharing/shared-handlers.spec.ts',
    'refused while eight others',
  ],
  'memory for bodies of writes': ['libs/http/src/bodies/body-memory.spec.ts', 'leaves room for the bodies'],
  'memory of answers with large features': [
    'libs/http/src/limits/large-answers.spec.ts',
    'that are taken most slowly are cut off',
  ],
  'memory of answers that wait for their clients': [
    'libs/http/src/limits/resting-answers.spec.ts',
    'the longest of whoever has the most',
  ],
  'threads that cut shapes to an area': [shaping, 'leaves a thread to others'],
  'threads that cut shapes to a box, measure and select': [shaping, 'passes cuts to areas'],
  'exports, searches and tiles that are read, SQLite': [
    `${sqlite}features/searching/long-reads.spec.ts`,
    'has readers take turns',
  ],
  'the same, PostgreSQL': [`${postgres}reading/query-admission.spec.ts`, 'are not all for one reader'],
  'threads that read, SQLite': [`${sqlite}threads/call-turns.spec.ts`, 'has calls take turns'],
  'tiles that are read and drawn': [
    'libs/adapters/system/src/tiles/threaded-tile-drawer.spec.ts',
    'draws for each reader in turn',
  ],
  'the thread that parses features': [
    'libs/adapters/system/src/features/threaded-feature-reader.spec.ts',
    'reads in turns of holders',
  ],
  'the connection that writes, SQLite': [`${sqlite}features/writing/writing-turns.spec.ts`, 'take turns'],
  'calls of a database, PostgreSQL': [
    'libs/adapters/typeorm/src/postgres/in-turns.spec.ts',
    'has calls take turns',
  ],
  'changes of features, PostgreSQL': [`${postgres}writing/writing-turns.spec.ts`, 'leaves a connection'],
  'decoding of uploads': [`${e2e}fair-work.full.spec.ts`, 'sends large images'],
  'pixels of JPEGs that are followed': [
    'libs/kernel/src/fair-semaphore.spec.ts',
    'are kept for newcomers where work cannot be interrupted',
  ],
  'images made by the address, and decoding of large AVIFs': [
    `${e2e}fair-work.full.spec.ts`,
    'all images that there can be rendered',
  ],
  'pictures of maps': [
    'libs/adapters/sharp/src/maps/sharp-map-painter.spec.ts',
    'paints for each holder in turn',
  ],
  'AVIFs that are made better when nobody waits': [
    'libs/adapters/memory/src/images/refine-derivatives.spec.ts',
    'of one holder a quarter',
  ],
  'jobs of accounts': [`${e2e}fair-work.full.spec.ts`, 'wait for slow servers'],
  'hashing of passwords': [
    'libs/adapters/system/src/argon2-password-hash.spec.ts',
    'gives another holder a turn',
  ],
  'streams of events': [`${e2e}events.spec.ts`, 'where the account, or the server, has too many'],
  connections: [`${e2e}slow-clients.alone.spec.ts`, 'over the connection limit per IP address'],
  'copies of large features, counts, indexes':
    'nobody waits for these: what they make is used once it is there',
  'caches of tiles and files, images that are kept': 'what is dropped is made again, in turns',
};

it('each row of the table of what all share has a test, in which one leaves something to another', async () => {
  const page = await textOf('docs/operations.md');
  const [, table = ''] = page.slice(page.indexOf('## What all share')).split(/^\| -.*$/m);
  const [lines = ''] = table.trim().split('\n\n');
  expect(lines.split('\n').map((line) => line.split('|')[1]?.trim())).toEqual(Object.keys(tests));
  for (const test of Object.values(tests))
    if (typeof test !== 'string')
      expect([test[0], await textOf(test[0])]).toEqual([test[0], expect.stringContaining(test[1])]);
});
