import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records for a freed address the owner and hash of its last image. Unknown for addresses freed earlier. */
export class FreedAddresses1795305600003 implements MigrationInterface {
  readonly name = 'FreedAddresses1795305600003';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE address ADD COLUMN freed_owner TEXT');
    await queryRunner.query('ALTER TABLE address ADD COLUMN freed_sha256 TEXT');
    await queryRunner.query(
      'CREATE INDEX address_freed ON address (freed_owner, freed_sha256) WHERE freed_owner IS NOT NULL',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX address_freed');
    await queryRunner.query('ALTER TABLE address DROP COLUMN freed_sha256');
    await queryRunner.query('ALTER TABLE address DROP COLUMN freed_owner');
  }
}
