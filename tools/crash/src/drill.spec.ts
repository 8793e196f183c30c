import { orSkip, testS3Servers } from '@cairn/services';
import { afterAll, describe, expect, it } from '@jest/globals';
import { postgresAndS3, sqliteAndDisk, type DrillStores } from './drill-stores.js';
import { drill } from './drill.js';

const IMAGES = 120;
const TIMEOUT_MS = 300_000;

const server = process.env['CAIRN_TEST_POSTGRES_URL'];
const [s3] = testS3Servers();
const missing =
  server === undefined || s3 === undefined
    ? 'no servers are named: `node tools/services/run.mjs npm test` starts them'
    : undefined;

afterAll(() => s3?.close());

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

describe('mistakes with databases and blob stores', () => {
  it('lose no image on SQLite and disk', async () => expectNoneLost(await sqliteAndDisk()), TIMEOUT_MS);

  orSkip(it, 'mistakes with PostgreSQL and S3', missing)(
    'lose no image on PostgreSQL and S3',
    async () => expectNoneLost(await postgresAndS3(server ?? '', async () => (await s3?.fresh()) ?? '')),
    TIMEOUT_MS,
  );
});
