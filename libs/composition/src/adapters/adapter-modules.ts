import { AccountRepository, ApiKeyRepository, SecretDigest } from '@cairn/access';
import { FsBlobStore } from '@cairn/adapter-fs';
import {
  MemoryAccountOpening,
  MemoryAccountRepository,
  MemoryApiKeyRepository,
  MemoryBlobStore,
  MemoryCatalogRepository,
  MemoryInstallationRepository,
  MemoryOutbox,
  MemorySpaceRepository,
} from '@cairn/adapter-memory';
import { SharpImageProcessor } from '@cairn/adapter-sharp';
import { RandomIdGenerator, Sha256SecretDigest, SystemClock } from '@cairn/adapter-system';
import { openPostgres, openSqlite, type Repositories } from '@cairn/adapter-typeorm';
import {
  BlobStore,
  CatalogRepository,
  CatalogRules,
  ImageProcessor,
  InstallationRepository,
  type BlobAddresses,
} from '@cairn/images';
import { Clock, IdGenerator, Outbox } from '@cairn/kernel';
import { SpaceRepository, SpaceStorage } from '@cairn/spaces';
import { ContainerModule } from 'inversify';
import { AccountOpening } from '../use-cases/open-account.js';
import type { ApplicationSettings, BlobSettings, CustomPart, DatabaseSettings } from '../settings.js';

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
}

/** The store of image bytes. */
export interface BlobsPart extends Part {
  readonly name: 'blobs';
  /** Signed addresses at which clients read blobs from the store itself; `undefined` if it offers none. */
  readonly addresses: BlobAddresses | undefined;
}

export async function openDatabase(settings: DatabaseSettings): Promise<OpenedPart<DatabasePart>> {
  switch (settings.kind) {
    case 'sqlite': {
      const database = await openSqlite(settings);
      return {
        part: databasePart(database, alone),
        module: repositoriesModule(database.repositories, 'sqlite'),
      };
    }
    case 'postgres': {
      const database = await openPostgres({ url: settings.url });
      return {
        part: databasePart(database, () => database.leads()),
        module: repositoriesModule(database.repositories, 'psql'),
      };
    }
    case 'memory':
      return {
        part: databasePart(inMemory, alone),
        module: repositoriesModule(memoryRepositories(), 'memory'),
      };
    case 'custom': {
      const { repositories, storageId = 'custom', leads = alone } = settings;
      return {
        part: databasePart({ ...inMemory, ...given(settings) }, leads),
        module: repositoriesModule(repositories, storageId),
      };
    }
  }
}

export async function openBlobs(settings: BlobSettings, clock: Clock): Promise<OpenedPart<BlobsPart>> {
  switch (settings.kind) {
    case 'fs': {
      const blobs = await FsBlobStore.open({ directory: settings.directory });
      const part = blobsPart({ check: () => blobs.check(), close: inMemory.close });
      return { part, module: blobModule(blobs) };
    }
    case 's3': {
      const { MinioBlobAddresses, MinioBlobStore } = await import('@cairn/adapter-minio'); // slow to load
      const blobs = await MinioBlobStore.open(settings);
      return { part: blobsPart(blobs, new MinioBlobAddresses(settings)), module: blobModule(blobs) };
    }
    case 'memory':
      return { part: blobsPart(inMemory), module: blobModule(new MemoryBlobStore(clock)) };
    case 'custom': {
      const { store, addresses } = settings;
      return { part: blobsPart({ ...inMemory, ...given(settings) }, addresses), module: blobModule(store) };
    }
  }
}

/** Whether clients can read blobs from the store itself. */
export function hasBlobAddresses(settings: BlobSettings): boolean {
  return settings.kind === 's3' || (settings.kind === 'custom' && settings.addresses !== undefined);
}

/** In-memory repositories, for tests, demos and use beside a custom store. */
export function memoryRepositories(): Repositories {
  const outbox = new MemoryOutbox();
  const accounts = new MemoryAccountRepository();
  const catalog = new MemoryCatalogRepository(outbox);
  return {
    outbox,
    accounts,
    catalog,
    installations: new MemoryInstallationRepository(),
    spaces: new MemorySpaceRepository(outbox),
    openings: new MemoryAccountOpening({ accounts, catalog }),
    keys: new MemoryApiKeyRepository(),
  };
}

/** Bindings of every application, independent of its stores. */
export function systemModule(settings: ApplicationSettings, clock: Clock): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(Clock).toConstantValue(clock);
    bind(IdGenerator).toConstantValue(settings.ids ?? new RandomIdGenerator());
    bind(SecretDigest).toConstantValue(new Sha256SecretDigest());
    bind(CatalogRules).toConstantValue(new CatalogRules(settings.limits));
    bind(ImageProcessor).toConstantValue(new SharpImageProcessor(settings.decodes));
  });
}

export function systemClock(settings: ApplicationSettings): Clock {
  return settings.clock ?? new SystemClock();
}

type Resource = Pick<Part, 'check' | 'close'>;

const inMemory: Resource = { check: async () => undefined, close: async () => undefined };

/** For stores that only one process can open. */
const alone = async (): Promise<boolean> => true;

function databasePart(resource: Resource, leads: DatabasePart['leads']): DatabasePart {
  return { name: 'database', check: () => resource.check(), close: () => resource.close(), leads };
}

function blobsPart(resource: Resource, addresses?: BlobAddresses): BlobsPart {
  return { name: 'blobs', check: () => resource.check(), close: () => resource.close(), addresses };
}

/** Defaults for what a custom resource leaves out. */
function given({ check, close }: CustomPart): Partial<Resource> {
  return { ...(check && { check }), ...(close && { close }) };
}

function blobModule(blobs: BlobStore): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(BlobStore).toConstantValue(blobs);
  });
}

function repositoriesModule(repositories: Repositories, storageId: string): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(CatalogRepository).toConstantValue(repositories.catalog);
    bind(InstallationRepository).toConstantValue(repositories.installations);
    bind(SpaceRepository).toConstantValue(repositories.spaces);
    bind(AccountRepository).toConstantValue(repositories.accounts);
    bind(Outbox).toConstantValue(repositories.outbox);
    bind(AccountOpening).toConstantValue(repositories.openings);
    bind(ApiKeyRepository).toConstantValue(repositories.keys);
    bind(SpaceStorage).toConstantValue(new SpaceStorage(storageId));
  });
}
