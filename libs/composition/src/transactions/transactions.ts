import { setTimeout as pause } from 'node:timers/promises';
import type { PreparedUpload } from '@cairn/images';
import { TransactionConflict } from '@cairn/kernel';
import type { Container } from 'inversify';
import type { DatabasePart } from '../adapters/part.js';
import type { CallerConnection } from '../settings/application-settings.js';
import type { Token } from '../use-cases/wiring.js';
import { JoinedUseCases } from './joined-use-cases.js';

/** The use cases that can be used inside a transaction: changes of spaces, features, images and albums, records of prepared uploads, and grants. */
export interface InTransaction {
  /** Returns the use case of this class. @throws {NotInTransaction} if it needs a connection of its own. */
  get<T>(token: Token<T>): T;
}

/** A pool of `pg`. Both ways to ask it for a connection, so that the compiler finds what that is. */
export interface CallerPool<Client> {
  connect(): Promise<Client>;
  connect(called: (error: Error | undefined, client: Client | undefined, done: () => void) => void): void;
}

/** A connection of such a pool. */
export interface PooledConnection extends CallerConnection {
  on(event: 'error', listener: () => void): unknown;
  off(event: 'error', listener: () => void): unknown;
  release(error?: boolean): void;
}

/** A `DataSource` of TypeORM. */
export interface CallerDataSource<Manager> {
  createQueryRunner(): {
    readonly manager: Manager;
    connect(): Promise<CallerConnection>;
    startTransaction(level: 'READ COMMITTED'): Promise<void>;
    commitTransaction(): Promise<void>;
    rollbackTransaction(): Promise<void>;
    release(): Promise<void>;
  };
}

/** An `EntityManager` of TypeORM, in a transaction. */
export interface CallerManager {
  readonly queryRunner?: { connect(): Promise<CallerConnection> } | undefined;
}

/** A transaction that has begun. */
export interface OpenTransaction<Client = CallerConnection, Manager = unknown> {
  /** Its connection, for statements of the application. */
  readonly client: Client;
  /** TypeORM on that connection, if the transaction is of a `DataSource`. */
  readonly manager: Manager;
  /** Cairn in that transaction. */
  readonly inner: InTransaction;
}

interface Begun {
  readonly client: CallerConnection;
  readonly manager: unknown;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  release(): Promise<void>;
}

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 20;

type Source = CallerPool<PooledConnection> | CallerDataSource<unknown>;

interface TransactionsOptions {
  readonly container: Container;
  readonly database: Pick<DatabasePart, 'join'>;
  /** Has background work look at once for what was changed. */
  readonly committed: () => void;
  /** Deletes the bytes of an upload, if it was not recorded. */
  readonly discard: (upload: PreparedUpload) => Promise<void>;
}

/** Changes of Cairn and of the application in one transaction. */
export class Transactions {
  constructor(private readonly options: TransactionsOptions) {}

  /** Runs `work` in a transaction that it begins, commits and, after a collision with another one, repeats. */
  async run<T>(source: Source, work: (transaction: OpenTransaction) => Promise<T>): Promise<T> {
    const uploads = new Set<PreparedUpload>();
    for (let attempt = 1; ; attempt += 1)
      try {
        const result = await this.attempt(source, work, uploads);
        this.options.committed();
        await this.discard([...uploads].filter(({ existing }) => existing !== undefined));
        return result;
      } catch (error) {
        if (!isConflict(error) || attempt === ATTEMPTS) {
          await this.discard(uploads);
          throw error;
        }
        await pause(Math.random() * FIRST_PAUSE_MS * 2 ** attempt);
      }
  }

  /** Runs `work` in a transaction that the caller has begun, and ends. @throws {TypeError} if the database cannot be joined. */
  async within<T>(
    caller: CallerConnection | CallerManager,
    work: (inner: InTransaction) => Promise<T>,
  ): Promise<T> {
    const connection = isManager(caller) ? await connectionOf(caller) : caller;
    return await work(this.join(connection));
  }

  private join(connection: CallerConnection): JoinedUseCases {
    const { container, database } = this.options;
    if (database.join === undefined)
      throw new TypeError('Only a PostgreSQL database can be joined by a transaction of the application.');
    return new JoinedUseCases(container, database.join(connection));
  }

  /** Adds the uploads that it records to `uploads`. */
  private async attempt<T>(
    source: Source,
    work: (transaction: OpenTransaction) => Promise<T>,
    uploads: Set<PreparedUpload>,
  ): Promise<T> {
    const { client, manager, ...begun } = await begin(source);
    try {
      const inner = this.join(client);
      const result = await work({ client, manager, inner }).finally(() => {
        for (const upload of inner.recorded) uploads.add(upload);
      });
      await begun.commit();
      return result;
    } catch (error) {
      await begun.rollback().catch(() => undefined); // a lost connection rolls back by itself
      throw error;
    } finally {
      await begun.release();
    }
  }

  /**
   * Deletes nothing of what was recorded, such as where only the answer to a commit got lost. What cannot be deleted now, a later
   * sweep deletes.
   */
  private async discard(uploads: Iterable<PreparedUpload>): Promise<void> {
    for (const upload of uploads) await this.options.discard(upload).catch(() => undefined);
  }
}

/** One without a transaction has no `queryRunner`. */
const isManager = (caller: CallerConnection | CallerManager): caller is CallerManager =>
  'queryRunner' in caller || 'getRepository' in caller;

/** @throws {TypeError} if the manager is that of no transaction. */
async function connectionOf({ queryRunner }: CallerManager): Promise<CallerConnection> {
  if (queryRunner === undefined)
    throw new TypeError('This manager has no connection: take that of a transaction.');
  return await queryRunner.connect();
}

async function begin(source: Source): Promise<Begun> {
  if ('createQueryRunner' in source) {
    const runner = source.createQueryRunner();
    const client = await runner.connect();
    await runner.startTransaction('READ COMMITTED');
    return {
      client,
      manager: runner.manager,
      commit: () => runner.commitTransaction(),
      rollback: () => runner.rollbackTransaction(),
      release: () => runner.release(),
    };
  }
  const client = await source.connect();
  // The cast is safe: a client of `pg` takes a text.
  const query = client.query.bind(client) as unknown as (
    text: string,
  ) => Promise<{ readonly command: string }>;
  let isBroken = false;
  // A connection that is lost between two statements would otherwise end the process; the next statement rejects.
  const lost = (): void => void (isBroken = true);
  client.on('error', lost);
  const release = (): void => {
    client.off('error', lost);
    client.release(isBroken);
  };
  try {
    await query('BEGIN ISOLATION LEVEL READ COMMITTED');
  } catch (error) {
    isBroken = true;
    release();
    throw error;
  }
  return {
    client,
    manager: undefined,
    commit: async () => {
      const { command } = await query('COMMIT');
      if (command !== 'COMMIT')
        throw new Error('The work went on after a statement that failed: nothing is stored.');
    },
    rollback: async () => {
      const wasLost = isBroken;
      isBroken = true;
      await query('ROLLBACK');
      isBroken = wasLost;
    },
    release: async () => release(),
  };
}

/** Also of statements of the application: `pg` and TypeORM tell the code of PostgreSQL. */
function isConflict(error: unknown): boolean {
  if (error instanceof TransactionConflict) return true;
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return code === '40001' || code === '40P01';
}
