import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // Of a feature in one version. One that is not large has one row without a body, with the zoom -1.
  `CREATE TABLE feature_copy (
    space_key bigint NOT NULL,
    id text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    zoom integer NOT NULL,
    body text COLLATE "C" NOT NULL,
    PRIMARY KEY (space_key, id, version, zoom)
  )`,
  // `LEAST_LARGE_BODY` code units have at least as many bytes.
  'CREATE INDEX feature_large ON feature (space_key, id) WHERE octet_length(body) >= 30000',
];

/** Creates the table of the copies of large features that tiles of low zooms are drawn of. */
export class FeatureCopies1795305600024 implements MigrationInterface {
  readonly name = 'FeatureCopies1795305600024';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX feature_large');
    await queryRunner.query('DROP TABLE feature_copy');
  }
}
