import { AccountRepository, ApiKeyRepository, SecretDigest } from '@cairn/accounts';
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
import { MinioBlobAddresses, MinioBlobStore } from '@cairn/adapter-minio';
import { SharpImageProcessor } from '@cairn/adapter-sharp';
import { RandomIdGenerator, Sha256SecretDigest, SystemClock } from '@cairn/adapter-system';
import { openPostgres, openSqlite, type Repositories } from '@cairn/adapter-typeorm';
import {
  BlobAddresses,
  BlobStore,
  CatalogRepository,
  CatalogRules,
  ImageProcessor,
  InstallationRepository,
} from '@cairn/images';
import { Clock, IdGenerator, Outbox } from '@cairn/kernel';
import { SpaceRepository, SpaceStorage } from '@cairn/spaces';
import { ContainerModule } from 'inversify';
import { AccountOpening } from './open-account.js';
import type { ApplicationSettings, BlobSettings, DatabaseSettings } from './settings.js';

/** A resource an application holds open; `check` rejects with `StorageUnavailable` or `StorageFull` when it cannot be used now. */
export interface Part {
  readonly name: 'database' | 'blobs';
  check(): Promise<void>;
  close(): Promise<void>;
}

/** A part and the ports it answers for. */
export interface OpenedPart<P extends Part = Part> {
  readonly part: P;
  readonly module: ContainerModule;
}

/** What several nodes share, and by which they agree. */
export interface DatabasePart extends Part {
  readonly name: 'database';
  /** Whether this node is, now, the one that does what only one of them may do at a time. */
  leads(): Promise<boolean>;
}

export async function openDatabase(settings: DatabaseSettings): Promise<OpenedPart<DatabasePart>> {
  switch (settings.kind) {
    case 'sqlite': {
      const database = await openSqlite(settings);
      return { part: databasePart(database, alone), module: relational(database.repositories, 'sqlite') };
    }
    case 'postgres': {
      const database = await openPostgres({ url: settings.url });
      return {
        part: databasePart(database, () => database.leads()),
        module: relational(database.repositories, 'psql'),
      };
    }
    case 'memory': {
      const module = new ContainerModule(({ bind }) => {
        const outbox = new MemoryOutbox();
        const repositories = {
          accounts: new MemoryAccountRepository(),
          catalog: new MemoryCatalogRepository(outbox),
        };
        bind(Outbox).toConstantValue(outbox);
        bind(CatalogRepository).toConstantValue(repositories.catalog);
        bind(InstallationRepository).toConstantValue(new MemoryInstallationRepository());
        bind(SpaceRepository).toConstantValue(new MemorySpaceRepository(outbox));
        bind(AccountRepository).toConstantValue(repositories.accounts);
        bind(AccountOpening).toConstantValue(new MemoryAccountOpening(repositories));
        bind(ApiKeyRepository).toConstantValue(new MemoryApiKeyRepository());
        bind(SpaceStorage).toConstantValue(new SpaceStorage('memory'));
      });
      return { part: databasePart(forgetful, alone), module };
    }
  }
}

export async function openBlobs(settings: BlobSettings, clock: Clock): Promise<OpenedPart> {
  switch (settings.kind) {
    case 'fs': {
      const blobs = await FsBlobStore.open({ directory: settings.directory });
      const module = blobModule(blobs);
      return { part: blobsPart({ check: () => blobs.check(), close: async () => undefined }), module };
    }
    case 's3': {
      const blobs = await MinioBlobStore.open(settings);
      const module = new ContainerModule(({ bind }) => {
        bind(BlobStore).toConstantValue(blobs);
        bind(BlobAddresses).toConstantValue(new MinioBlobAddresses(settings));
      });
      return { part: blobsPart(blobs), module };
    }
    case 'memory': {
      const blobs = new MemoryBlobStore(clock);
      const module = blobModule(blobs);
      return { part: blobsPart(forgetful), module };
    }
  }
}

/** What every application has, whatever it stores in. */
export function ambientModule(settings: ApplicationSettings, clock: Clock): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(Clock).toConstantValue(clock);
    bind(IdGenerator).toConstantValue(settings.ids ?? new RandomIdGenerator());
    bind(SecretDigest).toConstantValue(new Sha256SecretDigest());
    bind(CatalogRules).toConstantValue(new CatalogRules(settings.limits));
    bind(ImageProcessor).toConstantValue(new SharpImageProcessor(settings.decodes));
  });
}

export function ambientClock(settings: ApplicationSettings): Clock {
  return settings.clock ?? new SystemClock();
}

type Resource = Pick<Part, 'check' | 'close'>;

const forgetful: Resource = { check: async () => undefined, close: async () => undefined };

/** Of stores that one process alone can have open. */
const alone = async (): Promise<boolean> => true;

function databasePart(resource: Resource, leads: DatabasePart['leads']): DatabasePart {
  return { name: 'database', check: () => resource.check(), close: () => resource.close(), leads };
}

function blobsPart(resource: Resource): Part {
  return { name: 'blobs', check: () => resource.check(), close: () => resource.close() };
}

function blobModule(blobs: BlobStore): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(BlobStore).toConstantValue(blobs);
  });
}

function relational(repositories: Repositories, storageId: string): ContainerModule {
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
