import { afterAll, expect, it } from '@jest/globals';
import { openTestPostgres } from '@cairn/services';
import { EMPTY_HEAD, NAMESPACE } from '@cairn/spaces';
import type { Connection } from '../../bulk/bulk-connection.js';
import { openPostgres } from '../../open-postgres.js';
import { nearestFeatures } from './ranked.js';

const server = await openTestPostgres();
afterAll(() => server.close());

const OTHERS = 3_000;
const POINTS = 5;
const BODY = `{"type":"Feature","geometry":null,"properties":{"${NAMESPACE}":{`;

it('the nearest of a space with few geometries are found without reading other spaces', async () => {
  const database = await openPostgres({ url: await server.fresh() });
  const space = { key: 1, head: { ...EMPTY_HEAD, version: 1, total: 2_000, bounds: [0, 0, 9, 9] as const } };
  const plans = await database.write(
    async (connection) => {
      await connection.query(
        `INSERT INTO feature (space_key, id, version, created_at, updated_at, id_hash, extent, body)
         SELECT key, 'f' || n, 1, 1, 1, n, box(point(key * 1024 + n % 9, n % 9), point(key * 1024 + n % 9, n % 9)), $3
         FROM (VALUES (1, $1::int), (2, $2::int)) AS space (key, size), generate_series(1, size) AS n`,
        [POINTS, OTHERS, BODY],
      );
      const explained: string[] = [];
      const explaining: Connection = Object.assign(Object.create(connection) as Connection, {
        textRows: async (...statement: Parameters<Connection['textRows']>) => {
          const [text, values] = statement;
          explained.push((await connection.textRows(`EXPLAIN ANALYZE ${text}`, values)).join('\n'));
          return await connection.textRows(text, values);
        },
      });
      await nearestFeatures(explaining, space, { point: [0, 0], limit: POINTS + 1 });
      return explained;
    },
    { budget: 'bulk' },
  );
  await database.close();
  expect(plans.filter((plan) => plan.includes('<->'))).toHaveLength(1);
  for (const plan of plans) expect(plan).not.toContain('Rows Removed by Filter');
});
