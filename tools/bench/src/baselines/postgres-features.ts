import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Pool } from 'pg';
import { from } from 'pg-copy-streams';
import type { GeneratedFeature } from '../features/generated-features.js';
import type { BareFeatures } from './bare-features.js';

const MAX_CONNECTIONS = 10; // Cairn's pool size
const ROWS_AT_ONCE = 1_000;

/** COPY into a table, then its indexes; statements that are prepared once per connection. */
export async function openPostgresFeatures(url: string): Promise<BareFeatures> {
  const pool = new Pool({ connectionString: url, max: MAX_CONNECTIONS });
  await pool.query(
    'CREATE TABLE bare (id text COLLATE "C" NOT NULL, extent box NOT NULL, body text NOT NULL)',
  );
  const find = { name: 'find', text: 'SELECT body FROM bare WHERE id = $1' };
  const inBox = { name: 'inBox', text: 'SELECT body FROM bare WHERE extent && $1::box ORDER BY id' };
  return {
    fill: async (features) => {
      const client = await pool.connect();
      await pipeline(Readable.from(rows(features)), client.query(from('COPY bare FROM STDIN')));
      await client.query('ALTER TABLE bare ADD PRIMARY KEY (id)');
      await client.query('CREATE INDEX bare_by_extent ON bare USING gist (extent)');
      await client.query('ANALYZE bare');
      client.release();
    },
    find: async (id) =>
      (await pool.query<{ readonly body: string }>({ ...find, values: [id] })).rows[0]?.body,
    inBox: async ([west, south, east, north]) => {
      const values = [`(${east},${north}),(${west},${south})`];
      const found = await pool.query<{ readonly body: string }>({ ...inBox, values });
      return found.rows.map(({ body }) => body);
    },
    close: () => pool.end(),
  };
}

function* rows(features: readonly GeneratedFeature[]): Generator<string> {
  for (let start = 0; start < features.length; start += ROWS_AT_ONCE) {
    const some = features.slice(start, start + ROWS_AT_ONCE);
    yield some.map(rowOf).join('');
  }
}

function rowOf({ id, text, box: [west, south, east, north] }: GeneratedFeature): string {
  return `${id}\t(${east},${north}),(${west},${south})\t${text.replaceAll('\\', '\\\\')}\n`;
}
