import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  'ALTER TABLE catalog ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0)',
  'ALTER TABLE catalog ADD COLUMN byte_quota INTEGER CHECK (byte_quota >= 0)',
  `UPDATE catalog SET bytes = found.bytes
    FROM (SELECT owner, SUM(size_in_bytes) AS bytes FROM image GROUP BY owner) AS found
    WHERE catalog.owner = found.owner`,
  `CREATE TABLE byte_reservation (
    owner TEXT NOT NULL,
    id TEXT NOT NULL,
    size_in_bytes INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (owner, id)
  ) STRICT, WITHOUT ROWID`,
];

/** Adds the bytes of every owner's originals, a quota of bytes, and reservations for arriving images. */
export class ByteQuota1795800600100 implements MigrationInterface {
  readonly name = 'ByteQuota1795800600100';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE byte_reservation');
    await queryRunner.query('ALTER TABLE catalog DROP COLUMN byte_quota');
    await queryRunner.query('ALTER TABLE catalog DROP COLUMN bytes');
  }
}
