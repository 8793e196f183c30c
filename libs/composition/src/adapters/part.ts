import type { BlobAddresses } from '@cairn/images/spi';
import type { Job, MemoryShares, Queue, Queues } from '@cairn/kernel';
import type { ContainerModule } from 'inversify';
import type { CallerConnection, CustomPart } from '../settings/application-settings.js';
import type { DatabaseAdapters } from '../settings/database-ports.js';

/** An open resource. `check` rejects with `StorageUnavailable` or `StorageFull` when it cannot be used. */
export interface Part {
  readonly name: 'database' | 'blobs';
  check(): Promise<void>;
  close(): Promise<void>;
}

/** A part and its ports. */
export interface OpenedPart<P extends Part = Part> {
  readonly part: P;
  readonly module: ContainerModule;
}

/** The database, through which nodes coordinate. */
export interface DatabasePart extends Part {
  readonly name: 'database';
  /** Whether this node currently does the work that only one node may do. */
  leads(): Promise<boolean>;
  /** The work in the background that this kind of database needs. */
  readonly jobs: readonly Job[];
  /** What waits for its threads or connections. */
  readonly queues?: Readonly<Record<string, Queue>> | undefined;
  /** The repositories in a transaction of a caller; absent if the database has none to join. */
  readonly join?: ((connection: CallerConnection) => DatabaseAdapters) | undefined;
}

/** The store of image bytes. */
export interface BlobsPart extends Part {
  readonly name: 'blobs';
  /** Signed addresses at which clients read blobs from the store itself; `undefined` if it offers none. */
  readonly addresses: BlobAddresses | undefined;
}

/** Where adapters show what waits for them, and the memory that they use. */
export interface Watched {
  readonly queues: Queues;
  readonly memory: MemoryShares;
}

/** What any part is made from. */
export type Resource = Pick<Part, 'check' | 'close'>;

/** A resource that is always usable and has nothing to close. */
export const inMemory: Resource = { check: async () => undefined, close: async () => undefined };

/** A custom resource, with defaults for what it leaves out. */
export function customResource({ check, close }: CustomPart): Resource {
  return { check: check ?? inMemory.check, close: close ?? inMemory.close };
}
