import type { Database, Statement } from 'sqlite-driver';
import { DataSource } from 'typeorm';
import { LRUCache } from 'lru-cache';
import { entities } from '../../schema/entities.js';
import { MIGRATION_TABLE, migrationsFor } from '../../schema/migrations.js';
import type { SlowStatementTimer } from '../../sql/slow-statement-timer.js';
import { timedStatement } from './timed-statement.js';
import { sqliteDriver } from './sqlite-driver.js';

/**
 * More than the repositories have. Generated texts, such as lists of ids of different lengths, are evicted over time.
 */
const MAX_STATEMENTS = 200;
/** Of all texts together, in UTF-16 code units: a statement takes memory by its length. */
const MAX_LENGTH = 1_048_576;
/** A longer text is prepared each time, which takes little time compared to running it. */
const MAX_TEXT_LENGTH = MAX_LENGTH / 16;

const options = {
  type: 'better-sqlite3',
  synchronize: false,
  logger: 'debug', // other levels print a failed migration to the console besides throwing it
  entities,
} as const;

/** TypeORM on a connection of its own, for migrations. */
export function sqliteSource(file: string): DataSource {
  return new DataSource({
    ...options,
    database: file,
    driver: sqliteDriver(), // TypeORM looks for it under the name of an older major version
    enableWAL: true,
    migrations: migrationsFor('sqlite'),
    migrationsTableName: MIGRATION_TABLE,
  });
}

/** TypeORM on an open connection, whose owner closes it and controls its transactions. */
export function sourceOver(
  database: Database,
  statements: PreparedStatements = new PreparedStatements(database),
): DataSource {
  const prepare = (text: string): unknown => statements.get(text);
  const driver = function () {
    return Object.create(database, { prepare: { value: prepare } }) as unknown;
  };
  // TypeORM keeps the most recent statements, and drops those that are used most often.
  return new DataSource({ ...options, database: database.name, driver, statementCacheSize: 0 });
}

/** The most recently used prepared statements of a connection. */
export class PreparedStatements {
  private readonly latest = new LRUCache<string, Statement<unknown[]>>({
    max: MAX_STATEMENTS,
    maxSize: MAX_LENGTH,
    maxEntrySize: MAX_TEXT_LENGTH,
    sizeCalculation: (_, text) => text.length,
  });

  constructor(
    private readonly database: Pick<Database, 'prepare'>,
    private readonly timer?: SlowStatementTimer,
  ) {}

  /** The number of prepared statements that are kept. */
  get size(): number {
    return this.latest.size;
  }

  /** @throws the error of SQLite if the text is not a statement. */
  get(text: string): Statement<unknown[]> {
    const known = this.latest.get(text);
    if (known !== undefined) return known;
    const plain = this.database.prepare<unknown[]>(text);
    const statement = this.timer === undefined ? plain : timedStatement(plain, this.timer);
    this.latest.set(text, statement);
    return statement;
  }
}
