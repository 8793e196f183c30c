/** Tables with long rows have rowids: in a tree ordered by text keys, long rows would make it deep. */
export const accessTables = [
  `CREATE TABLE account (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX account_by_age ON account (created_at, id)',

  // `parent_id` is the key that created it. No foreign key to the user: a revoked key outlives its user.
  `CREATE TABLE api_key (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    hint TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER,
    last_used_at INTEGER,
    parent_id TEXT REFERENCES api_key (id),
    user_id TEXT
  ) STRICT`,
  'CREATE INDEX api_key_by_age ON api_key (created_at, id)',
  'CREATE INDEX api_key_by_account ON api_key (account_id, created_at, id)',
  'CREATE INDEX api_key_by_parent ON api_key (parent_id)',
  'CREATE INDEX api_key_by_user ON api_key (user_id) WHERE user_id IS NOT NULL',

  `CREATE TABLE app_user (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL CHECK (role IN ('owner', 'member')),
    password_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER
  ) STRICT`,

  `CREATE TABLE user_session (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
    digest TEXT NOT NULL UNIQUE,
    user_agent TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT`,
  'CREATE INDEX user_session_by_user ON user_session (user_id, last_used_at)',
  'CREATE INDEX user_session_by_expiry ON user_session (expires_at)',

  `CREATE TABLE user_invite (
    id TEXT NOT NULL PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    purpose TEXT NOT NULL CHECK (purpose IN ('setup', 'invite')),
    role TEXT NOT NULL CHECK (role IN ('owner', 'member')),
    user_id TEXT REFERENCES app_user (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE UNIQUE INDEX user_invite_one_setup ON user_invite (purpose) WHERE purpose = 'setup'`,
  'CREATE INDEX user_invite_by_user ON user_invite (user_id)',

  `CREATE TABLE user_identity (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (issuer, subject)
  ) STRICT`,
  'CREATE INDEX user_identity_by_user ON user_identity (user_id, created_at)',

  `CREATE TABLE sign_in_challenge (
    digest TEXT NOT NULL PRIMARY KEY,
    purpose TEXT NOT NULL,
    user_id TEXT REFERENCES app_user (id) ON DELETE CASCADE,
    state TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT`,
  'CREATE INDEX sign_in_challenge_by_expiry ON sign_in_challenge (expires_at)',
  'CREATE INDEX sign_in_challenge_by_user ON sign_in_challenge (user_id) WHERE user_id IS NOT NULL',

  `CREATE TABLE user_passkey (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
    credential_id TEXT NOT NULL UNIQUE,
    public_key TEXT NOT NULL,
    counter INTEGER NOT NULL,
    transports TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER
  ) STRICT`,
  'CREATE INDEX user_passkey_by_user ON user_passkey (user_id, created_at)',
];
