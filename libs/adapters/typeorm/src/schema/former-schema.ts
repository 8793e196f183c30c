import { MIGRATION_TABLE, type DatabaseKind } from './migrations.js';

/** The table in which builds before this schema recorded their migrations. */
export const FORMER_TABLE = 'migrations';

/** The table in which a database with these tables has its migrations. */
export const migrationTableAmong = (tables: readonly string[]): string =>
  tables.includes(MIGRATION_TABLE) ? MIGRATION_TABLE : FORMER_TABLE;

/** The one row that is left in it, so that such a build says that a newer one wrote the database. */
export const MARKER = 'RecordedInCairnMigration1796800000100';

/** The migrations of the build before. Together they made the initial schema, but for `LATER`. */
export const FORMER: readonly string[] = [
  'InitialSchema1795305600100',
  'Albums1795651200100',
  'Links1795654800100',
  'Visibility1795737600100',
  'AddedBy1795741200100',
  'Grants1795744800100',
  'FolderDefaults1795748400100',
  'SpaceLinks1795750200100',
  'LinkRole1795751100100',
  'Trash1795800100100',
  'HeldContents1795800200100',
  'Webhooks1795800500100',
  'ByteQuota1795800600100',
  'Audit1795800600200',
  'Idempotency1795800700100',
  'UserJobs1795800700200',
  'WebhookBacklog1795900100100',
  'IdempotencyUsage1795900100200',
  'WebhookMaker1795900100300',
  'TrashBySpace1795900200100',
  'TrashByKind1795900200200',
];

/** What a database of the build before lacks, by the migration that made it between that build and this schema. */
interface Later {
  readonly columns: Readonly<Record<DatabaseKind, readonly string[]>>;
  /** What fills them. */
  readonly rows: Readonly<Record<DatabaseKind, readonly string[]>>;
}

const addColumn = (sqlite: string, postgres: string): Later => ({
  columns: { sqlite: [sqlite], postgres: [postgres] },
  rows: { sqlite: [], postgres: [] },
});

export const LATER: ReadonlyMap<string, Later> = new Map([
  [
    'RestoredCopy1796000100100',
    addColumn(
      'ALTER TABLE installation ADD COLUMN restored_at INTEGER',
      'ALTER TABLE installation ADD COLUMN restored_at bigint',
    ),
  ],
  [
    'InviteAccount1796000100200',
    addColumn(
      'ALTER TABLE user_invite ADD COLUMN account_id TEXT',
      'ALTER TABLE user_invite ADD COLUMN account_id text COLLATE "C"',
    ),
  ],
  [
    'LongestFeature1796100100100',
    {
      columns: { sqlite: [], postgres: [] },
      // An upper bound of the length of features. For those that are not in the index of large ones, it is the least
      // length in that index.
      rows: {
        sqlite: [
          `UPDATE space_content SET summary = json_set(summary, '$.longest', 30000)`,
          `UPDATE space_content SET summary = json_set(summary, '$.longest', large.longest)
            FROM (
              SELECT content, max(octet_length(body)) AS longest FROM feature INDEXED BY feature_large
              WHERE octet_length(body) >= 30000 GROUP BY content
            ) AS large WHERE large.content = space_content.key`,
        ],
        postgres: [
          `UPDATE feature_space AS space
            SET summary = (summary::jsonb || jsonb_build_object('longest', coalesce(
              (SELECT max(octet_length(body)) FROM feature
                WHERE space_key = space.key AND octet_length(body) >= 30000),
              30000)))::json`,
        ],
      },
    },
  ],
  [
    'AuditTimes1796100200100',
    addColumn(
      'ALTER TABLE audit_entry ADD COLUMN times INTEGER NOT NULL DEFAULT 1',
      'ALTER TABLE audit_entry ADD COLUMN times bigint NOT NULL DEFAULT 1',
    ),
  ],
]);

/** Whether these migrations made a database that can be brought to this schema. */
export const isFormer = (applied: readonly string[]): boolean =>
  FORMER.every((name) => applied.includes(name)) &&
  applied.every((name) => FORMER.includes(name) || LATER.has(name));

/** The statements that such a database lacks. Where its tables are those of this schema already, only `rows` are. */
export function missingStatements(
  applied: readonly string[],
  kind: DatabaseKind,
  parts: readonly (keyof Later)[] = ['columns', 'rows'],
): readonly string[] {
  const missing = [...LATER].filter(([name]) => !applied.includes(name));
  return missing.flatMap(([, later]) => parts.flatMap((part) => later[part][kind]));
}
