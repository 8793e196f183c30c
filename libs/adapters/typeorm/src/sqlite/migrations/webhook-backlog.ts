import type { MigrationInterface, QueryRunner } from 'typeorm';

// `is_next` is 1 for the first pending delivery of each subject, so that finding due deliveries does not slow down with
// the number of waiting ones.
const up = [
  'ALTER TABLE webhook_delivery ADD COLUMN is_next INTEGER NOT NULL DEFAULT 0',
  `UPDATE webhook_delivery SET is_next = 1
    WHERE state = 'pending' AND sequence = (SELECT min(sequence) FROM webhook_delivery AS waiting
      WHERE waiting.state = 'pending' AND waiting.endpoint_id = webhook_delivery.endpoint_id
        AND waiting.subject = webhook_delivery.subject)`,
  'DROP INDEX webhook_delivery_due',
  'CREATE INDEX webhook_delivery_due ON webhook_delivery (endpoint_id, due_at, sequence) WHERE is_next = 1',
  'CREATE INDEX webhook_endpoint_enabled ON webhook_endpoint (id) WHERE disabled_by IS NULL',
];

const reasons = [
  // SQLite cannot change a CHECK constraint, so the column is created again.
  `ALTER TABLE webhook_endpoint ADD COLUMN disabled TEXT
    CHECK (disabled IN ('owner', 'gone', 'failing', 'backlog', 'revoked'))`,
  'UPDATE webhook_endpoint SET disabled = disabled_by',
  'ALTER TABLE webhook_endpoint DROP COLUMN disabled_by',
  'ALTER TABLE webhook_endpoint RENAME COLUMN disabled TO disabled_by',
];

const down = [
  'DROP INDEX webhook_endpoint_enabled',
  `ALTER TABLE webhook_endpoint ADD COLUMN disabled TEXT CHECK (disabled IN ('owner', 'gone', 'failing'))`,
  `UPDATE webhook_endpoint
    SET disabled = CASE WHEN disabled_by IN ('backlog', 'revoked') THEN 'owner' ELSE disabled_by END`,
  'ALTER TABLE webhook_endpoint DROP COLUMN disabled_by',
  'ALTER TABLE webhook_endpoint RENAME COLUMN disabled TO disabled_by',
  'DROP INDEX webhook_delivery_due',
  `CREATE INDEX webhook_delivery_due ON webhook_delivery (due_at) WHERE state = 'pending'`,
  'ALTER TABLE webhook_delivery DROP COLUMN is_next',
];

/** Marks the first pending deliveries, and allows more reasons why an endpoint is disabled. */
export class WebhookBacklog1795900100100 implements MigrationInterface {
  readonly name = 'WebhookBacklog1795900100100';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of [...reasons, ...up]) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of down) await queryRunner.query(statement);
  }
}
