import { setTimeout as pause } from 'node:timers/promises';
import { DiscardPrepared, OpenInstallation, StoreMismatch } from '@cairn/images';
import { ImageRenderer, type BlobAddresses } from '@cairn/images/spi';
import { allEnded, inTurn, StorageFull } from '@cairn/kernel';
import { FeatureFiles, FeatureReader, TileDrawer } from '@cairn/spaces/spi';
import type { Part } from './adapters/part.js';
import type { BackupStatus } from './backup/scheduled-backups.js';
import { notifyAfterWrites } from './background/after-writes.js';
import { startBackground } from './background/start-background.js';
import { HotSpaces } from './use-cases/hot-spaces.js';
import { resolve, type Token } from './use-cases/wiring.js';
import type { ApplicationSettings, CallerConnection } from './settings/application-settings.js';
import {
  Transactions,
  type CallerDataSource,
  type CallerManager,
  type CallerPool,
  type InTransaction,
  type OpenTransaction,
  type PooledConnection,
} from './transactions/transactions.js';
import { observeCalls } from './calls/observe-calls.js';
import { openStores, PartNotOpened, type Stores } from './adapters/stores.js';

/** Longer than any step takes, except for those of a consumer that hangs. */
const CLOSE_GRACE_MS = 400;

/** The state of a part. A `full` one still allows reads and deletes. */
export type PartState = 'ok' | 'full' | 'unavailable';

/** The state of each part of an application. */
export type Health = Readonly<Record<Part['name'], PartState>>;

/** Runs `work` in a transaction of a pool of `pg`, or of a TypeORM data source, whose manager then is in it, too. */
export interface Transaction {
  <Client extends PooledConnection, T>(
    source: CallerPool<Client>,
    work: (transaction: OpenTransaction<Client, undefined>) => Promise<T>,
  ): Promise<T>;
  <Manager, T>(
    source: CallerDataSource<Manager>,
    work: (transaction: OpenTransaction<CallerConnection, Manager>) => Promise<T>,
  ): Promise<T>;
}

/** Cairn without HTTP: its use cases over the adapters that the settings choose. */
export interface Application {
  /** Returns the use case of this class, or the adapter of this port. */
  get<T>(token: Token<T>): T;
  /**
   * Changes of Cairn and of the application in one transaction of the application's own PostgreSQL connections, in the database that
   * Cairn is in. `work` is repeated when the transaction collides with another one, so it must have no other effects. Bytes of
   * images are uploaded before it, by `PrepareUpload`, and `RecordUpload` adds them inside; if it fails, they are deleted. Do
   * nothing slow inside: others wait for its locks.
   * @throws what `work` throws, after everything is rolled back; {TransactionConflict} after five attempts.
   */
  readonly transaction: Transaction;
  /**
   * Cairn in a transaction (READ COMMITTED) that the application has begun, and ends: on a connection of `pg`, or that of a TypeORM
   * manager. Call `committed` after its commit.
   */
  within<T>(caller: CallerConnection | CallerManager, work: (inner: InTransaction) => Promise<T>): Promise<T>;
  /** Has background work look at once for what was committed, instead of within seconds. */
  committed(): void;
  /** Signed addresses at which clients read blobs from the store itself; `undefined` if the store offers none. */
  readonly blobAddresses: BlobAddresses | undefined;
  health(): Promise<Health>;
  /** The state of scheduled backups; `undefined` if this node makes none. */
  backupStatus(): BackupStatus | undefined;
  /**
   * Stops background work before its next step, ends what threads and processes do, then closes every part, within 3 s.
   * Calling it again does nothing.
   */
  close(): Promise<void>;
}

/**
 * Opens and migrates the stores, checks that they belong together, and wires every use case to them.
 * @throws {PartNotOpened}
 * @throws {StoreMismatch} when database and blob store belong to different installations. Nothing is changed then.
 */
export async function createApplication(settings: ApplicationSettings): Promise<Application> {
  const stores = await openStores(settings);
  const { container, database, blobs } = stores;
  const nobody = (): void => undefined;
  const listeners = {
    changed: nobody,
    spaceUpdated: nobody,
    imageAdded: nobody,
    photosLinked: nobody,
    featuresWanted: nobody,
    userJobAdded: nobody,
  };
  observeCalls(container, settings);
  notifyAfterWrites(container, listeners);
  const belongTogether = (): Promise<string> => resolve(container, OpenInstallation).execute();
  await belongTogether().catch(async (error: unknown) => {
    await closeStores(stores);
    throw error instanceof StoreMismatch ? error : new PartNotOpened('blobs', error);
  });
  const background = startBackground(stores, settings, belongTogether);
  listeners.changed = () => background.nudge();
  listeners.spaceUpdated = () => background.spacesChanged();
  listeners.imageAdded = () => background.imagesAdded();
  listeners.photosLinked = () => background.photosLinked();
  listeners.featuresWanted = () => background.featuresWanted();
  listeners.userJobAdded = () => background.userJobAdded();
  const committed = (): void => {
    for (const tell of Object.values(listeners)) tell();
  };
  const transactions = new Transactions({
    container,
    database,
    committed,
    discard: async (upload) => await resolve(container, DiscardPrepared).execute(upload),
  });
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    const ended = background.stop();
    // Threads and processes are ended whatever they are doing. A step that waits for one of them fails, and no further
    // step starts.
    ended.catch(() => undefined); // the first step that waits for it gets the error
    const threads = [ImageRenderer, FeatureReader, TileDrawer, FeatureFiles, HotSpaces].map((port) =>
      container.unbindAsync(port),
    );
    // A step that waits for the blob store ends when that is closed, one that waits for the database likewise.
    const forSteps = async (): Promise<unknown> =>
      await Promise.race([ended, pause(CLOSE_GRACE_MS, undefined, { ref: false })]);
    await inTurn(
      () => allEnded(threads),
      forSteps,
      () => blobs.close(),
      forSteps,
      () => database.close(),
      forSteps,
    );
  };
  return {
    get: (token) => resolve(container, token),
    // The cast is safe: `run` gives what begins with the source, which is a pool or a data source.
    transaction: transactions.run.bind(transactions) as Transaction,
    within: async (caller, work) => await transactions.within(caller, work),
    committed,
    blobAddresses: blobs.addresses,
    health: async () => {
      const [databaseState, blobState] = await Promise.all([stateOf(database), stateOf(blobs)]);
      return { database: databaseState, blobs: blobState };
    },
    backupStatus: () => background.backupStatus(),
    close: () => (closing ??= close()),
  };
}

async function closeStores({ blobs, database }: Stores): Promise<void> {
  await inTurn(
    () => blobs.close(),
    () => database.close(),
  );
}

async function stateOf(part: Part): Promise<PartState> {
  try {
    await part.check();
    return 'ok';
  } catch (error) {
    return error instanceof StorageFull ? 'full' : 'unavailable';
  }
}
