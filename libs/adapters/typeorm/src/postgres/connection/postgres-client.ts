import { randomUUID } from 'node:crypto';
import type { StatementWatch } from '@cairn/kernel';
import pg from 'pg';
import { slowStatementTimer, type SlowStatementTimer } from '../../sql/slow-statement-timer.js';
import { isLookup } from '../../sql/lookup.js';
import type { TimeLimit } from './time-limits.js';
import { withoutNul } from './without-nul.js';

const SNAPSHOT_IDLE_MS = 60_000;

export interface PostgresClientConfig extends pg.ClientConfig {
  /** Applies to every statement until it is changed. */
  readonly limit: TimeLimit;
  /** The schema of the tables; by default the first one of the search path. */
  readonly schema?: string | undefined;
  readonly watch?: StatementWatch | undefined;
}

/** A PostgreSQL connection with the session settings and error handling that the repositories rely on. */
export class PostgresClient extends pg.Client {
  private readonly prepared = preparedStatements();
  private statementMs: number;
  private answerMs: number;
  private readonly schema: string | undefined;
  private hasBegun = false;
  private waiting = 0;
  private readonly timed: SlowStatementTimer | undefined;

  constructor({ limit, schema, watch, ...config }: PostgresClientConfig) {
    super(config);
    this.timed = slowStatementTimer(watch);
    this.schema = schema;
    this.statementMs = limit.statementMs;
    this.answerMs = limit.answerMs;
  }

  /** Whether a query of this client is running. */
  get isWaiting(): boolean {
    return this.waiting > 0;
  }

  /** Applies the session settings that the repositories rely on, whatever the server's defaults. */
  async prepareSession(): Promise<void> {
    const { schema = null } = this;
    await this.query(SETTINGS, [String(this.statementMs), schema]);
  }

  /** Sets the limit for all following statements. */
  async limit({ statementMs, answerMs }: TimeLimit): Promise<void> {
    this.answerMs = answerMs;
    if (statementMs === this.statementMs) return;
    this.statementMs = statementMs;
    await this.query(`SELECT set_config('statement_timeout', $1, false)`, [String(statementMs)]);
  }

  /** Begins a transaction with its own statement limit. */
  async begin({ statementMs, answerMs }: TimeLimit): Promise<void> {
    this.answerMs = answerMs;
    this.hasBegun = true;
    await this.query(startTransaction(statementMs));
  }

  /** Begins a read-only transaction with one snapshot and its own limit for each statement. */
  async beginSnapshot({ statementMs, answerMs }: TimeLimit): Promise<void> {
    this.answerMs = answerMs;
    this.hasBegun = true;
    await this.query(startSnapshot(statementMs));
  }

  async commit(): Promise<void> {
    await this.query('COMMIT');
    this.hasBegun = false;
  }

  /** Rolls back a transaction that was begun and not committed. */
  async undo(): Promise<void> {
    if (this.hasBegun) await this.query('ROLLBACK');
    this.hasBegun = false;
  }

  // Cursors and COPY are passed to `pg` unchanged; their caller awaits the responses with `answered`.
  override query<T extends pg.Submittable>(statement: T): T;
  override query<Row extends unknown[]>(
    statement: pg.QueryArrayConfig,
    values?: unknown,
  ): Promise<pg.QueryArrayResult<Row>>;
  override query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown,
  ): Promise<pg.QueryResult<Row>>;
  override query(statement: string | pg.QueryConfig | pg.Submittable, values?: unknown): unknown {
    return typeof statement === 'object' && 'submit' in statement
      ? super.query(statement)
      : this.run(statement, values);
  }

  /**
   * Awaits the server. A connection without a response in time is closed, which rejects `answer`. Given the text of its
   * statement, it is reported if it takes long.
   */
  async answered<T>(answer: Promise<T>, text?: string): Promise<T> {
    const from = performance.now();
    const timer = this.answerMs > 0 ? setTimeout(() => void this.end(), this.answerMs) : undefined;
    this.waiting += 1;
    try {
      return await answer;
    } catch (error) {
      // The server closes the connection after this, so it must not be lent again.
      if (error instanceof pg.DatabaseError && error.severity === 'FATAL') void this.end();
      throw error;
    } finally {
      this.waiting -= 1;
      clearTimeout(timer);
      if (text !== undefined) this.timed?.ended(text, from);
    }
  }

  private async run(statement: string | pg.QueryConfig, values: unknown): Promise<unknown> {
    const text = typeof statement === 'string' ? statement : statement.text;
    const config = typeof statement === 'string' ? { text } : statement;
    const prepared = isLookup(text) ? { ...config, ...this.prepared(text) } : statement;
    const given = Array.isArray(values) ? values.map(withoutNul) : undefined;
    const result = await this.answered(super.query(prepared, given), text);
    if (text === 'COMMIT') assertCommitted(result);
    return result;
  }
}

/** Both in one message, which takes no parameters. */
function startTransaction(statementMs: number): string {
  return `START TRANSACTION; SET LOCAL statement_timeout = ${statementMs}`;
}

/** For reads of many rows: plans that return rows at once, in the order of an index, and readers that pause for long. */
function startSnapshot(statementMs: number): string {
  const settings = [
    `statement_timeout = ${statementMs}`,
    `idle_in_transaction_session_timeout = ${SNAPSHOT_IDLE_MS}`,
    'enable_sort = off',
    'jit = off',
  ];
  return [
    'START TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY',
    ...settings.map((setting) => `SET LOCAL ${setting}`),
  ].join('; ');
}

/**
 * The repositories promise that a commit waits for the disk. A schema stands alone in the search path: with another one
 * behind it, a statement could reach the table of the same name there.
 */
const SETTINGS = `SELECT
  set_config('default_transaction_isolation', 'read committed', false),
  set_config('synchronous_commit', coalesce(nullif(current_setting('synchronous_commit'), 'off'), 'on'), false),
  set_config('statement_timeout', $1, false),
  set_config('search_path', coalesce(quote_ident($2), current_setting('search_path')), false)`;

/**
 * Planning a lookup takes PostgreSQL longer than executing it: named statements are planned once per connection. Names
 * are unique per connection, because some poolers share sessions between connections.
 */
function preparedStatements(): (text: string) => pg.QueryConfig {
  const connection = randomUUID();
  const statements = new Map<string, pg.QueryConfig>();
  return (text) => {
    const statement = statements.get(text) ?? { name: `${connection}-${statements.size}`, text };
    statements.set(text, statement);
    return statement;
  };
}

/** After a failed statement PostgreSQL treats COMMIT as ROLLBACK, and reports success. */
function assertCommitted({ command }: pg.QueryResult): void {
  if (command !== 'COMMIT')
    throw new Error('The work went on after a statement that failed: nothing of it is stored.');
}
