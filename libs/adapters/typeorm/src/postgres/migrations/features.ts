import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = [
  // What remains after its space was removed or erased has no space_id, until its features are purged.
  `CREATE TABLE feature_space (
    key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    space_id text COLLATE "C" UNIQUE REFERENCES space (id) ON DELETE SET NULL,
    version bigint NOT NULL DEFAULT 0 CHECK (version >= 0),
    total bigint NOT NULL DEFAULT 0 CHECK (total >= 0),
    west double precision,
    south double precision,
    east double precision,
    north double precision,
    bounds_exact boolean NOT NULL DEFAULT TRUE,
    summary json NOT NULL
  )`,
  'CREATE INDEX feature_space_left ON feature_space (key) WHERE space_id IS NULL',

  // No foreign key: it would be checked row by row, and whoever inserts holds the lock of the feature_space.
  `CREATE TABLE feature (
    space_key bigint NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    id_hash bigint NOT NULL,
    extent box,
    id text COLLATE "C" NOT NULL,
    tags text[] COLLATE "C",
    body text COLLATE "C" NOT NULL,
    PRIMARY KEY (space_key, id)
  )`,
  'CREATE INDEX feature_by_extent ON feature USING gist (extent)',
];

/** Creates the tables of the features of spaces. For `extent` see `features/extent.ts`. */
export class Features1795305600020 implements MigrationInterface {
  readonly name = 'Features1795305600020';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of tables) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE feature');
    await queryRunner.query('DROP TABLE feature_space');
  }
}
