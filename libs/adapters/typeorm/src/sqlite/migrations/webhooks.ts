import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = [
  `CREATE TABLE webhook_endpoint (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL,
    url TEXT NOT NULL,
    events TEXT NOT NULL,
    description TEXT NOT NULL,
    disabled_by TEXT CHECK (disabled_by IN ('owner', 'gone', 'failing')),
    failing_since INTEGER,
    secret TEXT NOT NULL,
    former_secret TEXT,
    former_secret_until INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT`,
  'CREATE INDEX webhook_endpoint_by_age ON webhook_endpoint (account_id, created_at, id)',

  `CREATE TABLE webhook_delivery (
    id TEXT NOT NULL PRIMARY KEY,
    endpoint_id TEXT NOT NULL REFERENCES webhook_endpoint (id) ON DELETE CASCADE,
    account_id TEXT NOT NULL,
    type TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'dead')),
    attempts INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    last_at INTEGER,
    last_duration_ms INTEGER,
    last_status INTEGER,
    last_error TEXT
  ) STRICT`,
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
