import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { generatedFeature, type BoundingBox, type GeneratedFeature } from '../hub/generated-features.js';

/** As many as Cairn commits at once. */
const CHUNK = 1_000;
const MAX_CONNECTIONS = 10; // Cairn's pool size

/** Features in a table of their own with an index over their boxes, with the same durability as Cairn's. */
export interface BareFeatures {
  /** Stores them in the table, which is empty. */
  fill(features: readonly GeneratedFeature[]): Promise<void>;
  /** The text of a feature. */
  find(id: string): Promise<string | undefined>;
  /** The texts of the features that touch the box, sorted by id. */
  inBox(box: BoundingBox): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Opens an empty table in CAIRN_DATABASE_URL, or in a SQLite file in `folder` if the variable is not set. */
export async function openBareFeatures(folder: string): Promise<BareFeatures> {
  const url = process.env['CAIRN_DATABASE_URL'];
  return await (url === undefined ? openSqlite(folder) : openPostgres(url));
}

/** The first features that are generated. */
export function generatedFeatures(count: number): readonly GeneratedFeature[] {
  return Array.from({ length: count }, (_, number) => generatedFeature(number));
}

/** Prepared statements on a table and an R*Tree. */
async function openSqlite(folder: string): Promise<BareFeatures> {
  const { default: Database } = await import('sqlite-driver');
  const database = new Database(join(folder, 'features.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(`CREATE TABLE feature (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL);
    CREATE VIRTUAL TABLE feature_box USING rtree (number, west, east, south, north)`);
  const insert = database.prepare('INSERT INTO feature (id, body) VALUES (?, ?)');
  const insertBox = database.prepare('INSERT INTO feature_box VALUES (?, ?, ?, ?, ?)');
  const find = database.prepare<[string], string>('SELECT body FROM feature WHERE id = ?').pluck();
  const select = database
    .prepare<[number, number, number, number], string>(
      `SELECT body FROM feature_box JOIN feature USING (number)
       WHERE west <= ? AND east >= ? AND south <= ? AND north >= ? ORDER BY id`,
    )
    .pluck();
  const insertChunk = database.transaction((features: readonly GeneratedFeature[]) => {
    for (const { id, text, box } of features) {
      const { lastInsertRowid } = insert.run(id, text);
      const [west, south, east, north] = box;
      insertBox.run(lastInsertRowid, west, east, south, north);
    }
  });
  return {
    fill: async (features) => {
      for (let start = 0; start < features.length; start += CHUNK)
        insertChunk(features.slice(start, start + CHUNK));
    },
    find: async (id) => find.get(id),
    inBox: async ([west, south, east, north]) => select.all(east, west, north, south),
    close: async () => void database.close(),
  };
}

/** COPY into a table, then its indexes; statements that are prepared once per connection. */
async function openPostgres(url: string): Promise<BareFeatures> {
  const [{ Pool }, { from }] = [await import('pg'), await import('pg-copy-streams')];
  const pool = new Pool({ connectionString: url, max: MAX_CONNECTIONS });
  await pool.query(
    'CREATE TABLE bare (id text COLLATE "C" NOT NULL, extent box NOT NULL, body text NOT NULL)',
  );
  const find = { name: 'find', text: 'SELECT body FROM bare WHERE id = $1' };
  const inBox = { name: 'inBox', text: 'SELECT body FROM bare WHERE extent && $1::box ORDER BY id' };
  return {
    fill: async (features) => {
      const client = await pool.connect();
      await pipeline(Readable.from(copyLines(features)), client.query(from('COPY bare FROM STDIN')));
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

function* copyLines(features: readonly GeneratedFeature[]): Generator<string> {
  for (let start = 0; start < features.length; start += CHUNK)
    yield features
      .slice(start, start + CHUNK)
      .map(rowOf)
      .join('');
}

function rowOf({ id, text, box: [west, south, east, north] }: GeneratedFeature): string {
  return `${id}\t(${east},${north}),(${west},${south})\t${text.replaceAll('\\', '\\\\')}\n`;
}
