import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { GeneratedFeature } from '../features/generated-features.js';
import type { BareFeatures } from './bare-features.js';

/** As many as Cairn commits at once. */
const CHUNK = 1_000;

/** Prepared statements on a table and an R*Tree. */
export function openSqliteFeatures(folder: string): BareFeatures {
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
