export const imageTables = [
  `CREATE TABLE catalog (
    owner TEXT PRIMARY KEY,
    image_count INTEGER NOT NULL CHECK (image_count >= 0),
    quota INTEGER CHECK (quota >= 0)
  ) STRICT, WITHOUT ROWID`,

  // No foreign key to the image: an address outlives it, with the owner and hash of its last image.
  `CREATE TABLE address (
    address TEXT PRIMARY KEY,
    image_id TEXT NOT NULL,
    freed_owner TEXT,
    freed_sha256 TEXT
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX address_freed ON address (freed_owner, freed_sha256) WHERE freed_owner IS NOT NULL',

  `CREATE TABLE image (
    id TEXT NOT NULL PRIMARY KEY,
    owner TEXT NOT NULL REFERENCES catalog (owner),
    path TEXT NOT NULL,
    file_name TEXT NOT NULL,
    tags TEXT NOT NULL,
    blob_key TEXT NOT NULL UNIQUE,
    content_type TEXT NOT NULL,
    size_in_bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    frames INTEGER NOT NULL,
    orientation INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    description TEXT,
    described INTEGER NOT NULL DEFAULT 0,
    name_key TEXT NOT NULL DEFAULT '',
    words TEXT NOT NULL DEFAULT ''
  ) STRICT`,
  'CREATE INDEX image_undescribed ON image (id) WHERE described = 0',
  // With `created_at` and `id`, the terms and tags of an image are found without reading its row.
  'CREATE INDEX image_by_age ON image (owner, created_at, id)',
  'CREATE INDEX image_by_name ON image (owner, name_key, id, created_at)',
  'CREATE INDEX image_by_size ON image (owner, size_in_bytes, id, created_at)',

  `CREATE TABLE image_tag (
    owner TEXT NOT NULL,
    tag TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    image_id TEXT NOT NULL REFERENCES image (id) ON DELETE CASCADE,
    PRIMARY KEY (owner, tag, created_at, image_id)
  ) STRICT, WITHOUT ROWID`,
  // Without it, removing an image would scan all tags of all images.
  'CREATE INDEX image_tag_by_image ON image_tag (image_id)',

  `CREATE TABLE image_term (
    owner TEXT NOT NULL,
    term TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    image_id TEXT NOT NULL REFERENCES image (id) ON DELETE CASCADE,
    PRIMARY KEY (owner, term, created_at, image_id)
  ) STRICT, WITHOUT ROWID`,
  // Without it, removing an image would scan all terms of all images.
  'CREATE INDEX image_term_by_image ON image_term (image_id)',

  `CREATE TABLE image_count (
    owner TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    parent TEXT NOT NULL,
    folded TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (owner, kind, name)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX image_count_by_count ON image_count (owner, kind, count DESC, name)',
  `CREATE INDEX image_count_by_parent ON image_count (owner, parent, name) WHERE kind = 'folder'`,

  `CREATE TABLE installation (
    number INTEGER NOT NULL PRIMARY KEY CHECK (number = 1),
    id TEXT NOT NULL
  ) STRICT`,

  `CREATE TABLE signing_key (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    secret TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT`,

  `CREATE TABLE preset (
    name TEXT NOT NULL PRIMARY KEY,
    query TEXT NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT`,
];
