export const accessTables = [
  `CREATE TABLE account (
    id text COLLATE "C" PRIMARY KEY,
    name text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL
  )`,
  'CREATE INDEX account_by_age ON account (created_at, id)',

  // `parent_id` is the key that created it. No foreign key to the user: a revoked key outlives its user.
  `CREATE TABLE api_key (
    id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    scopes text COLLATE "C" NOT NULL,
    hint text COLLATE "C" NOT NULL,
    digest text COLLATE "C" NOT NULL UNIQUE,
    created_at bigint NOT NULL,
    expires_at bigint,
    revoked_at bigint,
    last_used_at bigint,
    parent_id text COLLATE "C" REFERENCES api_key (id),
    user_id text COLLATE "C"
  )`,
  'CREATE INDEX api_key_by_age ON api_key (created_at, id)',
  'CREATE INDEX api_key_by_account ON api_key (account_id, created_at, id)',
  'CREATE INDEX api_key_by_parent ON api_key (parent_id)',
  'CREATE INDEX api_key_by_user ON api_key (user_id) WHERE user_id IS NOT NULL',

  `CREATE TABLE app_user (
    id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL REFERENCES account (id),
    name text COLLATE "C" NOT NULL,
    name_key text COLLATE "C" NOT NULL UNIQUE,
    role text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'member')),
    password_hash text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    last_seen_at bigint
  )`,

  `CREATE TABLE user_session (
    id text COLLATE "C" PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
    digest text COLLATE "C" NOT NULL UNIQUE,
    user_agent text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint NOT NULL,
    expires_at bigint NOT NULL
  )`,
  'CREATE INDEX user_session_by_user ON user_session (user_id, last_used_at)',
  'CREATE INDEX user_session_by_expiry ON user_session (expires_at)',

  `CREATE TABLE user_invite (
    id text COLLATE "C" PRIMARY KEY,
    digest text COLLATE "C" NOT NULL UNIQUE,
    purpose text COLLATE "C" NOT NULL CHECK (purpose IN ('setup', 'invite')),
    role text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'member')),
    user_id text COLLATE "C" REFERENCES app_user (id) ON DELETE CASCADE,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
  )`,
  `CREATE UNIQUE INDEX user_invite_one_setup ON user_invite (purpose) WHERE purpose = 'setup'`,
  'CREATE INDEX user_invite_by_user ON user_invite (user_id)',

  `CREATE TABLE user_identity (
    id text COLLATE "C" PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
    issuer text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    UNIQUE (issuer, subject)
  )`,
  'CREATE INDEX user_identity_by_user ON user_identity (user_id, created_at)',

  `CREATE TABLE sign_in_challenge (
    digest text COLLATE "C" PRIMARY KEY,
    purpose text COLLATE "C" NOT NULL,
    user_id text COLLATE "C" REFERENCES app_user (id) ON DELETE CASCADE,
    state text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
  )`,
  'CREATE INDEX sign_in_challenge_by_expiry ON sign_in_challenge (expires_at)',
  'CREATE INDEX sign_in_challenge_by_user ON sign_in_challenge (user_id) WHERE user_id IS NOT NULL',

  `CREATE TABLE user_passkey (
    id text COLLATE "C" PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
    credential_id text COLLATE "C" NOT NULL UNIQUE,
    public_key text COLLATE "C" NOT NULL,
    counter bigint NOT NULL,
    transports text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint
  )`,
  'CREATE INDEX user_passkey_by_user ON user_passkey (user_id, created_at)',
];
