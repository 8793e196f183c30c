import { expect, it } from '@jest/globals';
import { postgresAndS3, sqliteAndDisk, type DrillStores } from './drill-stores.js';
import { drill } from './drill.js';

const IMAGES = 120; // as many orphans as a sweep refuses, and a few
const TIMEOUT_MS = 300_000;

const few = Math.ceil(IMAGES * 0.03);
const newer = IMAGES - IMAGES / 8;

async function expectNoneLost(stores: DrillStores): Promise<void> {
  const results = await drill(stores, { images: IMAGES }).finally(() => stores.close());
  expect(results.map(({ mistake, happened, lost }) => [mistake, happened, lost])).toEqual([
    ['wrong database', 'did not start', 0],
    ['empty database', 'did not start', 0],
    ['older backup', `swept nothing for ${newer} orphans of ${IMAGES}`, 0],
    ['backup of a moment ago', `quarantined ${few}, restored 0, deleted 0`, 0],
    [
      'two installations on one store',
      [
        'did not start',
        `swept nothing for ${IMAGES} orphans of ${IMAGES + 20}`,
        `quarantined ${IMAGES}, restored 0, deleted 0`,
        `quarantined 20, restored ${IMAGES}, deleted 0`,
        `swept nothing for ${IMAGES} orphans of ${IMAGES}`,
        `0 of the second's 20 lost`,
      ].join(', then '),
      0,
    ],
  ]);
}

// At once, as each waits for its stores most of the time; in one test, as a test that Jest runs beside others cannot import.
it(
  'mistakes with databases and blob stores lose no image, on SQLite and disk nor on PostgreSQL and S3',
  async () => {
    await Promise.all([sqliteAndDisk, postgresAndS3].map(async (open) => expectNoneLost(await open())));
  },
  TIMEOUT_MS,
);
