import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records the key that created a key; null for existing ones. */
export class KeyParents1795305600002 implements MigrationInterface {
  readonly name = 'KeyParents1795305600002';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE api_key ADD COLUMN parent_id TEXT REFERENCES api_key (id)');
    await queryRunner.query('CREATE INDEX api_key_by_parent ON api_key (parent_id)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX api_key_by_parent');
    await queryRunner.query('ALTER TABLE api_key DROP COLUMN parent_id');
  }
}
