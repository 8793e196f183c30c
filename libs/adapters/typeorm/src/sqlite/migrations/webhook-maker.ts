import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds who created a webhook. The creators of existing webhooks are unknown. */
export class WebhookMaker1795900100300 implements MigrationInterface {
  readonly name = 'WebhookMaker1795900100300';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE webhook_endpoint ADD COLUMN made_by TEXT');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE webhook_endpoint DROP COLUMN made_by');
  }
}
