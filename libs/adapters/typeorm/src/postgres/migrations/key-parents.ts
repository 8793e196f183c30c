import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a key know the one that made it; those that are there have none. */
export class KeyParents1795305600002 implements MigrationInterface {
  readonly name = 'KeyParents1795305600002';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE api_key ADD COLUMN parent_id text COLLATE "C" REFERENCES api_key (id)',
    );
    await queryRunner.query('CREATE INDEX api_key_by_parent ON api_key (parent_id)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX api_key_by_parent');
    await queryRunner.query('ALTER TABLE api_key DROP COLUMN parent_id');
  }
}
