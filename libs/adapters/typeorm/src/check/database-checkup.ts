import type { CatalogRepository } from '@cairn/images/spi';
import type { Finding, NeededBlob } from '@cairn/kernel';
import { neededBlobsAfter } from '../backup/statements.js';
import type { Database } from '../sql/database.js';
import { SqlCatalogRepository } from '../images/sql-catalog-repository.js';
import { TypeOrmInstallationRepository } from '../images/typeorm-installation-repository.js';
import { run } from '../sql/sql-builder.js';
import type { Statements } from '../sql/statements.js';
import { boundsCheck } from './box-checks.js';
import type { Check } from './finding.js';
import { addressCheck, imageCountsCheck, imageIndexCheck, quotaCheck } from './image-checks.js';
import { spaceChecks } from './space-checks.js';
import { editListCheck, filesOfBlob, type FileOfImage } from './whole-file-checks.js';

/** No consumer's position is past the latest event: it would miss future events. */
const outboxCheck: Check = {
  name: 'outbox',
  async *find(statements) {
    const rows = await statements.sql<
      readonly { readonly name: string; readonly position: number; readonly last: number }[]
    >`
      SELECT name, position, (SELECT COALESCE(max(position), 0) FROM outbox_event) AS last FROM outbox_consumer
      WHERE position > (SELECT COALESCE(max(position), 0) FROM outbox_event) ORDER BY name`;
    for (const { name, position, last } of rows)
      yield {
        check: this.name,
        subject: name,
        problem: `has handled event ${position}, and the latest one is ${last}`,
      };
  },
};

/** No work is set aside. Such work is not retried until somebody requests it. */
const failedWorkCheck: Check = {
  name: 'failed-work',
  async *find(statements) {
    const rows = await statements.sql<readonly { readonly job: string; readonly count: number }[]>`
      SELECT job, CAST(count(*) AS double precision) AS count FROM failed_work
      WHERE retry_at IS NULL GROUP BY job ORDER BY job`;
    for (const { job, count } of rows)
      yield {
        check: this.name,
        subject: job,
        problem: `${count} of its items failed too often and are set aside`,
        remedy: 'try them again',
      };
  },
  async repair(database, job) {
    // The time of the failure is in the past, so that the work is due at once.
    await database.write(
      (manager) => manager.sql`
      UPDATE failed_work SET attempts = 0, retry_at = failed_at WHERE job = ${job} AND retry_at IS NULL`,
    );
  },
};

/** Checks a database that may be in use, and repairs what can be derived from other data. */
export interface DatabaseCheckup {
  /** The current state of images. */
  readonly catalog: CatalogRepository;
  /** The contradictions in one snapshot of the database. */
  find(): AsyncIterable<Finding>;
  /** Derives the subject of a finding again. Returns whether this is possible. */
  repair(finding: Finding): Promise<boolean>;
  /** The blobs that the database needs now, by ascending key. */
  neededBlobs(): AsyncIterable<NeededBlob>;
  /** The files of all images that have this blob, but for those in the trash. */
  filesOf(blobKey: string): Promise<readonly FileOfImage[]>;
  installation(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** An open database, and how to read one snapshot of it. */
export interface CheckedDatabase {
  readonly database: Database;
  snapshot(read: (statements: Statements) => AsyncGenerator<Finding, void>): AsyncGenerator<Finding, void>;
  close(): Promise<void>;
}

const AT_ONCE = 500;

export function checkupOf(checked: CheckedDatabase, ownChecks: readonly Check[] = []): DatabaseCheckup {
  const { database } = checked;
  const checks = [
    ...ownChecks,
    quotaCheck,
    addressCheck,
    imageIndexCheck,
    imageCountsCheck,
    editListCheck,
    ...spaceChecks(database.dialect),
    boundsCheck(database.dialect),
    outboxCheck,
    failedWorkCheck,
  ];
  return {
    catalog: new SqlCatalogRepository(database),
    find: () =>
      checked.snapshot(async function* (statements) {
        for (const check of checks) yield* check.find(statements);
      }),
    repair: async ({ check: name, subject, remedy }) => {
      const check = checks.find((one) => one.name === name);
      if (check?.repair === undefined || remedy === undefined) return false;
      await check.repair(database, subject);
      return true;
    },
    neededBlobs: () => neededBlobs(database),
    filesOf: (blobKey) => filesOfBlob(database, blobKey),
    installation: () => new TypeOrmInstallationRepository(database).find(),
    close: () => checked.close(),
  };
}

async function* neededBlobs(database: Database): AsyncGenerator<NeededBlob, void> {
  for (let after = ''; ;) {
    const blobs = await database.read(
      (statements) =>
        run<NeededBlob>(statements, (parameter) =>
          neededBlobsAfter({ after: () => parameter(after), limit: () => parameter(AT_ONCE) }),
        ),
      { budget: 'listing' },
    );
    const last = blobs.at(-1);
    if (last === undefined) return;
    yield* blobs;
    after = last.key;
  }
}
