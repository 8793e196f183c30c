export const spaceTables = [
  `CREATE TABLE space (
    id TEXT NOT NULL PRIMARY KEY,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    owner TEXT NOT NULL,
    storage_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    content_updated_at INTEGER NOT NULL,
    settings TEXT NOT NULL DEFAULT '{}',
    shared INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  'CREATE INDEX space_by_age ON space (created_at, id)',
  'CREATE INDEX space_by_owner ON space (owner, created_at, id)',
  'CREATE INDEX space_shared ON space (created_at, id) WHERE shared = 1',

  `CREATE TABLE space_label (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    space_id TEXT NOT NULL REFERENCES space (id) ON DELETE CASCADE,
    PRIMARY KEY (kind, name, space_id)
  ) STRICT, WITHOUT ROWID`,
  // Without it, removing a space would scan the labels of all spaces.
  'CREATE INDEX space_label_by_space ON space_label (space_id)',

  `CREATE TABLE photo_link (
    id TEXT NOT NULL PRIMARY KEY,
    owner TEXT NOT NULL,
    source TEXT NOT NULL,
    space_id TEXT NOT NULL REFERENCES space (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    phase TEXT NOT NULL CHECK (phase IN ('placing', 'checking', 'idle', 'blocked', 'removing')),
    progress TEXT,
    done INTEGER NOT NULL,
    fault_code TEXT,
    fault_detail TEXT,
    due_at INTEGER NOT NULL,
    UNIQUE (owner, source, space_id)
  ) STRICT`,
  'CREATE INDEX photo_link_by_due ON photo_link (due_at, id)',
  'CREATE INDEX photo_link_by_space ON photo_link (space_id)',

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
    oldest_version INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  'CREATE INDEX space_content_left ON space_content (key) WHERE space_id IS NULL',

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

  // `path` is a JSON array. A key is never reused, so that the remains of an index are never found. While an index is
  // built, it has the features up to the id `built_to`, and those written since.
  `CREATE TABLE property_index (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    content INTEGER NOT NULL REFERENCES space_content (key),
    path TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('building', 'ready', 'leaving')),
    built_to TEXT NOT NULL DEFAULT '',
    looked INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  'CREATE INDEX property_index_by_content ON property_index (content)',
  `CREATE INDEX property_index_pending ON property_index (key) WHERE state <> 'ready'`,

  // One table for all indexes: with an expression index for each, every write of a feature would take time for the
  // indexes of all spaces, 4 ms with 800 of them.
  `CREATE TABLE feature_term (
    index_key INTEGER NOT NULL,
    term TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (index_key, term, number)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX feature_term_by_number ON feature_term (number)',

  // A key is never reused. While features are counted, the counts include those up to the id `built_to`, and those
  // written since.
  `CREATE TABLE cell_rollup (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    content INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('building', 'ready', 'leaving')),
    built_to TEXT NOT NULL DEFAULT '',
    looked INTEGER NOT NULL DEFAULT 0,
    detail TEXT NOT NULL DEFAULT 'coarse' CHECK (detail IN ('coarse', 'fine'))
  ) STRICT`,
  `CREATE UNIQUE INDEX cell_rollup_by_content ON cell_rollup (content, detail) WHERE state <> 'leaving'`,
  `CREATE INDEX cell_rollup_pending ON cell_rollup (key) WHERE state <> 'ready'`,

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
];
