import { AccountRepository, ApiKeyRepository, SecretDigest } from '@cairn/accounts';
import { FsBlobStore } from '@cairn/adapter-fs';
import {
  MemoryAccountRepository,
  MemoryApiKeyRepository,
  MemoryBlobStore,
  MemoryCatalogRepository,
  MemorySpaceRepository,
} from '@cairn/adapter-memory';
import { SharpImageProcessor } from '@cairn/adapter-sharp';
import { RandomIdGenerator, Sha256SecretDigest, SystemClock } from '@cairn/adapter-system';
import {
  openSqlite,
  TypeOrmAccountRepository,
  TypeOrmApiKeyRepository,
  TypeOrmCatalogRepository,
  TypeOrmSpaceRepository,
} from '@cairn/adapter-typeorm';
import { BlobStore, CatalogRepository, CatalogRules, ImageProcessor } from '@cairn/images';
import { Clock, IdGenerator } from '@cairn/kernel';
import { SpaceRepository, SpaceStorage } from '@cairn/spaces';
import { ContainerModule } from 'inversify';
import type { ApplicationSettings, BlobSettings, DatabaseSettings } from './settings.js';

/** A resource an application holds open; `check` rejects with `StorageUnavailable` when it cannot be used now. */
export interface Part {
  readonly name: 'database' | 'blobs';
  check(): Promise<void>;
  close(): Promise<void>;
}

/** A part and the ports it answers for. */
export interface OpenedPart {
  readonly part: Part;
  readonly module: ContainerModule;
}

export async function openDatabase(settings: DatabaseSettings): Promise<OpenedPart> {
  switch (settings.kind) {
    case 'sqlite': {
      const database = await openSqlite({ file: settings.file });
      return opened('database', database, ({ bind }) => {
        bind(CatalogRepository).toConstantValue(new TypeOrmCatalogRepository(database));
        bind(SpaceRepository).toConstantValue(new TypeOrmSpaceRepository(database));
        bind(AccountRepository).toConstantValue(new TypeOrmAccountRepository(database));
        bind(ApiKeyRepository).toConstantValue(new TypeOrmApiKeyRepository(database));
        bind(SpaceStorage).toConstantValue(new SpaceStorage('sqlite'));
      });
    }
    case 'memory':
      return opened('database', forgetful, ({ bind }) => {
        bind(CatalogRepository).toConstantValue(new MemoryCatalogRepository());
        bind(SpaceRepository).toConstantValue(new MemorySpaceRepository());
        bind(AccountRepository).toConstantValue(new MemoryAccountRepository());
        bind(ApiKeyRepository).toConstantValue(new MemoryApiKeyRepository());
        bind(SpaceStorage).toConstantValue(new SpaceStorage('memory'));
      });
  }
}

export async function openBlobs(settings: BlobSettings, clock: Clock): Promise<OpenedPart> {
  switch (settings.kind) {
    case 'fs': {
      const blobs = await FsBlobStore.open({ directory: settings.directory });
      return opened('blobs', { check: () => blobs.check(), close: async () => undefined }, ({ bind }) => {
        bind(BlobStore).toConstantValue(blobs);
      });
    }
    case 'memory':
      return opened('blobs', forgetful, ({ bind }) => {
        bind(BlobStore).toConstantValue(new MemoryBlobStore(clock));
      });
  }
}

/** What every application has, whatever it stores in. */
export function ambientModule(settings: ApplicationSettings, clock: Clock): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(Clock).toConstantValue(clock);
    bind(IdGenerator).toConstantValue(settings.ids ?? new RandomIdGenerator());
    bind(SecretDigest).toConstantValue(new Sha256SecretDigest());
    bind(CatalogRules).toConstantValue(new CatalogRules(settings.limits));
    bind(ImageProcessor).toConstantValue(new SharpImageProcessor());
  });
}

export function ambientClock(settings: ApplicationSettings): Clock {
  return settings.clock ?? new SystemClock();
}

const forgetful = {
  check: async (): Promise<void> => undefined,
  close: async (): Promise<void> => undefined,
};

function opened(
  name: Part['name'],
  resource: Omit<Part, 'name'>,
  load: ConstructorParameters<typeof ContainerModule>[0],
): OpenedPart {
  return {
    part: { name, check: () => resource.check(), close: () => resource.close() },
    module: new ContainerModule(load),
  };
}
