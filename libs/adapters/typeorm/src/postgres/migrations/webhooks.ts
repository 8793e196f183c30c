import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = [
  `CREATE TABLE webhook_endpoint (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL,
    url text COLLATE "C" NOT NULL,
    events text COLLATE "C" NOT NULL,
    description text COLLATE "C" NOT NULL,
    disabled_by text COLLATE "C" CHECK (disabled_by IN ('owner', 'gone', 'failing')),
    failing_since bigint,
    secret text COLLATE "C" NOT NULL,
    former_secret text COLLATE "C",
    former_secret_until bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
  )`,
  'CREATE INDEX webhook_endpoint_by_age ON webhook_endpoint (account_id, created_at, id)',

  `CREATE TABLE webhook_delivery (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    endpoint_id text COLLATE "C" NOT NULL REFERENCES webhook_endpoint (id) ON DELETE CASCADE,
    account_id text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL,
    body text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    sequence bigint NOT NULL,
    state text COLLATE "C" NOT NULL CHECK (state IN ('pending', 'delivered', 'dead')),
    attempts bigint NOT NULL,
    due_at bigint NOT NULL,
    last_at bigint,
    last_duration_ms bigint,
    last_status bigint,
    last_error text COLLATE "C"
  )`,
  'CREATE INDEX webhook_delivery_by_age ON webhook_delivery (endpoint_id, created_at, id)',
  'CREATE INDEX webhook_delivery_by_sequence ON webhook_delivery (sequence)',
  `CREATE INDEX webhook_delivery_due ON webhook_delivery (due_at) WHERE state = 'pending'`,
  `CREATE INDEX webhook_delivery_pending ON webhook_delivery (endpoint_id, subject, sequence)
    WHERE state = 'pending'`,
  `CREATE INDEX webhook_delivery_ended ON webhook_delivery (state, created_at) WHERE state <> 'pending'`,
];

/** Creates the tables of webhooks. */
export class Webhooks1795800500100 implements MigrationInterface {
  readonly name = 'Webhooks1795800500100';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of tables) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE webhook_delivery');
    await queryRunner.query('DROP TABLE webhook_endpoint');
  }
}
