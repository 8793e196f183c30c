import { testS3Servers } from '@cairn/services';
import { afterAll, describe, expect, it } from '@jest/globals';
import { postgresAndS3, sqliteAndDisk, type DrillStores } from './drill-stores.js';
import { drill } from './drill.js';

const IMAGES = 120; // as many orphans as a sweep refuses, and a few
const TIMEOUT_MS = 300_000;

const [s3] = testS3Servers();

afterAll(() => s3.close());

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

// At once: each waits for its stores most of the time.
describe('mistakes with databases and blob stores', () => {
  it.concurrent(
    'lose no image on SQLite and disk',
    async () => expectNoneLost(await sqliteAndDisk()),
    TIMEOUT_MS,
  );

  it.concurrent(
    'lose no image on PostgreSQL and S3',
    async () =>
      expectNoneLost(await postgresAndS3(process.env['CAIRN_TEST_POSTGRES_URL'] ?? '', () => s3.fresh())),
    TIMEOUT_MS,
  );
});
