import type { TableLanguage } from '../sql/create-table.js';
import { initialStatements } from './tables.js';

/** Tables that PostgreSQL has otherwise or not at all. */
const otherTables = [
  // The key of a space's content is never reused. `purge` removes content without a space. Features of versions from
  // `oldest_version` on are in `feature` or `feature_history`.
  `CREATE TABLE space_content (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    space_id TEXT UNIQUE REFERENCES space (id) ON DELETE SET NULL,
    version INTEGER NOT NULL,
    total INTEGER NOT NULL CHECK (total >= 0),
    west REAL,
    south REAL,
    east REAL,
    north REAL,
    bounds_exact INTEGER NOT NULL,
    summary TEXT NOT NULL,
    oldest_version INTEGER NOT NULL DEFAULT 0,
    held INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  'CREATE INDEX space_content_left ON space_content (key) WHERE space_id IS NULL AND held = 0',

  // `version` is that of the content when the feature was written. `west` > `east` marks a feature at the antimeridian,
  // which has two boxes in the tree. The boxes refer to the number. The body is last, so that the columns before it are
  // read without it.
  `CREATE TABLE feature (
    number INTEGER PRIMARY KEY,
    content INTEGER NOT NULL REFERENCES space_content (key),
    id TEXT NOT NULL,
    id_hash INTEGER NOT NULL,
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    west REAL,
    south REAL,
    east REAL,
    north REAL,
    tags TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT`,
  'CREATE UNIQUE INDEX feature_by_id ON feature (content, id)',
  // A body of `LEAST_LARGE_BODY` code units has at least this many bytes.
  'CREATE INDEX feature_large ON feature (number) WHERE octet_length(body) >= 30000',

  // One tree, in which each content has a range of its own. With a tree for each space, every connection would read the
  // whole schema again whenever a space gets its first feature, which takes 0.1 s with a thousand spaces.
  'CREATE VIRTUAL TABLE feature_box USING rtree (id, west, east, south, north, slab_start, slab_end)',
  // The most important features, by level.
  'CREATE VIRTUAL TABLE feature_overview USING rtree (id, west, east, south, north, slab_start, slab_end)',

  // A feature from its `version` until the version that `ended` it. Found by the id, and by the end when no kept
  // version has it any more. No foreign key: the rows of a removed content are deleted before it.
  `CREATE TABLE feature_history (
    number INTEGER PRIMARY KEY,
    content INTEGER NOT NULL,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    tags TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT`,
  'CREATE UNIQUE INDEX feature_history_by_id ON feature_history (content, id, version)',
  'CREATE INDEX feature_history_by_end ON feature_history (content, ended)',

  // Tiles of low zooms are drawn from these copies of a feature in one version. A feature that is not large has one row
  // without a body, with the part -1.
  `CREATE TABLE feature_copy (
    number INTEGER PRIMARY KEY,
    content INTEGER NOT NULL,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    part INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT`,
  'CREATE UNIQUE INDEX feature_copy_by_feature ON feature_copy (content, id, version, part)',

  // One table for all indexes: with an expression index for each, every write of a feature would take time for the
  // indexes of all spaces, 4 ms with 800 of them.
  `CREATE TABLE feature_term (
    index_key INTEGER NOT NULL,
    term TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (index_key, term, number)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX feature_term_by_number ON feature_term (number)',

  `CREATE TABLE cell_count (
    rollup INTEGER NOT NULL,
    layer INTEGER NOT NULL,
    x INTEGER NOT NULL,
    y INTEGER NOT NULL,
    hex TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (rollup, layer, x, y, hex)
  ) STRICT, WITHOUT ROWID`,
  // The number is `CROWD`.
  'CREATE INDEX cell_count_crowded ON cell_count (rollup) WHERE layer = 1 AND count >= 2048',

  // Only one connection writes, so events are numbered in commit order. AUTOINCREMENT never reuses the number of a
  // removed event.
  `CREATE TABLE outbox_event (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    aggregate_id TEXT NOT NULL,
    occurred_at INTEGER NOT NULL,
    payload TEXT NOT NULL
  ) STRICT`,
];

export const sqliteLanguage: TableLanguage = {
  database: 'sqlite',
  types: { text: 'TEXT', integer: 'INTEGER', key: 'INTEGER PRIMARY KEY AUTOINCREMENT' },
  end: ({ withoutRowid }) => (withoutRowid ? ' STRICT, WITHOUT ROWID' : ' STRICT'),
  contents: 'space_content',
};

/** The statements that create the initial schema. */
export const sqliteSchema = (): readonly string[] => initialStatements(sqliteLanguage, otherTables);
