export const imageTables = [
  `CREATE TABLE catalog (
    owner text COLLATE "C" PRIMARY KEY,
    image_count bigint NOT NULL CHECK (image_count >= 0),
    quota bigint CHECK (quota >= 0)
  )`,

  // No foreign key to the image: an address outlives it, with the owner and hash of its last image.
  `CREATE TABLE address (
    address text COLLATE "C" PRIMARY KEY,
    image_id text COLLATE "C" NOT NULL,
    freed_owner text COLLATE "C",
    freed_sha256 text COLLATE "C"
  )`,
  'CREATE INDEX address_freed ON address (freed_owner, freed_sha256) WHERE freed_owner IS NOT NULL',

  `CREATE TABLE image (
    id text COLLATE "C" PRIMARY KEY,
    owner text COLLATE "C" NOT NULL REFERENCES catalog (owner),
    path text COLLATE "C" NOT NULL,
    file_name text COLLATE "C" NOT NULL,
    tags text COLLATE "C" NOT NULL,
    blob_key text COLLATE "C" NOT NULL UNIQUE,
    content_type text COLLATE "C" NOT NULL,
    size_in_bytes bigint NOT NULL,
    sha256 text COLLATE "C" NOT NULL,
    width bigint NOT NULL,
    height bigint NOT NULL,
    frames bigint NOT NULL,
    orientation bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    description text COLLATE "C",
    described bigint NOT NULL DEFAULT 0,
    name_key text COLLATE "C" NOT NULL DEFAULT '',
    words text COLLATE "C" NOT NULL DEFAULT ''
  )`,
  'CREATE INDEX image_undescribed ON image (id) WHERE described = 0',
  // With `created_at` and `id`, the terms and tags of an image are found without reading its row.
  'CREATE INDEX image_by_age ON image (owner, created_at, id)',
  'CREATE INDEX image_by_name ON image (owner, name_key, id, created_at)',
  'CREATE INDEX image_by_size ON image (owner, size_in_bytes, id, created_at)',

  `CREATE TABLE image_tag (
    owner text COLLATE "C" NOT NULL,
    tag text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    image_id text COLLATE "C" NOT NULL REFERENCES image (id) ON DELETE CASCADE,
    PRIMARY KEY (owner, tag, created_at, image_id)
  )`,
  // Without it, removing an image would scan all tags of all images.
  'CREATE INDEX image_tag_by_image ON image_tag (image_id)',

  `CREATE TABLE image_term (
    owner text COLLATE "C" NOT NULL,
    term text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    image_id text COLLATE "C" NOT NULL REFERENCES image (id) ON DELETE CASCADE,
    PRIMARY KEY (owner, term, created_at, image_id)
  )`,
  // Without it, removing an image would scan all terms of all images.
  'CREATE INDEX image_term_by_image ON image_term (image_id)',

  `CREATE TABLE image_count (
    owner text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    parent text COLLATE "C" NOT NULL,
    folded text COLLATE "C" NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (owner, kind, name)
  )`,
  'CREATE INDEX image_count_by_count ON image_count (owner, kind, count DESC, name)',
  `CREATE INDEX image_count_by_parent ON image_count (owner, parent, name) WHERE kind = 'folder'`,

  `CREATE TABLE installation (
    number bigint PRIMARY KEY CHECK (number = 1),
    id text COLLATE "C" NOT NULL
  )`,

  `CREATE TABLE signing_key (
    id text COLLATE "C" PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE,
    secret text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL
  )`,

  `CREATE TABLE preset (
    name text COLLATE "C" PRIMARY KEY,
    query text COLLATE "C" NOT NULL,
    updated_at bigint NOT NULL
  )`,
];
