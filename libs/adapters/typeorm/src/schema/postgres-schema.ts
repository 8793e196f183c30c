import type { TableLanguage } from '../sql/create-table.js';
import { initialStatements } from './tables.js';

/** Tables that SQLite has otherwise or not at all. */
const otherTables = [
  // A row whose space was removed or erased has no `space_id`, until its features are purged. Features of versions from
  // `oldest_version` on are in `feature` or `feature_history`.
  `CREATE TABLE feature_space (
    key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    space_id text COLLATE "C" UNIQUE REFERENCES space (id) ON DELETE SET NULL,
    version bigint NOT NULL DEFAULT 0 CHECK (version >= 0),
    total bigint NOT NULL DEFAULT 0 CHECK (total >= 0),
    west double precision,
    south double precision,
    east double precision,
    north double precision,
    bounds_exact boolean NOT NULL DEFAULT TRUE,
    summary json NOT NULL,
    oldest_version bigint NOT NULL DEFAULT 0,
    held bigint NOT NULL DEFAULT 0
  )`,
  'CREATE INDEX feature_space_left ON feature_space (key) WHERE space_id IS NULL AND held = 0',

  // For `extent` see `features/criteria/extent.ts`. No foreign key: it would be checked row by row, and every insert
  // holds the lock of the `feature_space`.
  `CREATE TABLE feature (
    space_key bigint NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    id_hash bigint NOT NULL,
    extent box,
    id text COLLATE "C" NOT NULL,
    tags text[] COLLATE "C",
    body text COLLATE "C" NOT NULL,
    PRIMARY KEY (space_key, id)
  )`,
  'CREATE INDEX feature_by_extent ON feature USING gist (extent)',
  // A body of `LEAST_LARGE_BODY` code units has at least this many bytes.
  'CREATE INDEX feature_large ON feature (space_key, id) WHERE octet_length(body) >= 30000',

  // The rank of a feature. Its `featureLevel` is the lowest level for which the rank is less than 4^(level + 1).
  `CREATE FUNCTION feature_rank(id_hash bigint, extent box) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT ((id_hash * 1540483477) & 4294967295) / power(4, least(15, floor(
        ln(greatest(width(extent), height(extent), 0.00271) / 0.00271) / ln(2))))
    $$`,
  // Indexes of the most important features. With `id_hash` and `space_key` they are counted without reading their rows.
  ...[13, 11, 9].map(
    (level) => `CREATE INDEX feature_overview_${level} ON feature USING gist (extent)
      INCLUDE (space_key, id_hash) WHERE feature_rank(id_hash, extent) < ${4 ** (level + 1)}`,
  ),

  // A feature from its `version` until the version that `ended` it. Found by the id, and by the end when no kept
  // version has it any more. No foreign key: every insert holds the lock of the `feature_space`.
  `CREATE TABLE feature_history (
    space_key bigint NOT NULL,
    version bigint NOT NULL,
    ended bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    id text COLLATE "C" NOT NULL,
    tags text[] COLLATE "C",
    body text COLLATE "C" NOT NULL,
    PRIMARY KEY (space_key, id, version)
  )`,
  'CREATE INDEX feature_history_by_end ON feature_history (space_key, ended)',

  // Tiles of low zooms are drawn from these copies of a feature in one version. A feature that is not large has one row
  // without a body, with the part -1.
  `CREATE TABLE feature_copy (
    space_key bigint NOT NULL,
    id text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    part integer NOT NULL,
    body text COLLATE "C" NOT NULL,
    PRIMARY KEY (space_key, id, version, part)
  )`,

  // One table for all indexes: with an expression index for each, every write of a feature would take time for all of
  // them.
  `CREATE TABLE feature_term (
    index_key bigint NOT NULL,
    id text COLLATE "C" NOT NULL,
    term text COLLATE "C" NOT NULL,
    PRIMARY KEY (index_key, id)
  )`,
  'CREATE INDEX feature_term_by_term ON feature_term (index_key, term)',

  `CREATE TABLE cell_count (
    rollup bigint NOT NULL,
    layer integer NOT NULL,
    x integer NOT NULL,
    y integer NOT NULL,
    hex text COLLATE "C" NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (rollup, layer, x, y, hex)
  )`,

  // `position` is null until `placeEvents` has seen the event committed.
  `CREATE TABLE outbox_event (
    sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    position bigint UNIQUE,
    id text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL,
    aggregate_id text COLLATE "C" NOT NULL,
    occurred_at bigint NOT NULL,
    payload text NOT NULL
  )`,
  'CREATE SEQUENCE outbox_event_position OWNED BY outbox_event.position',
  'CREATE INDEX outbox_event_waiting ON outbox_event (sequence) WHERE position IS NULL',
];

export const postgresLanguage: TableLanguage = {
  database: 'postgres',
  types: {
    text: 'text COLLATE "C"',
    integer: 'bigint',
    key: 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  },
  end: () => '',
  contents: 'feature_space',
};

/** The statements that create the initial schema. */
export const postgresSchema = (): readonly string[] => initialStatements(postgresLanguage, otherTables);
