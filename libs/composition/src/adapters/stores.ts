import { CairnUsers, UserDirectory } from '@cairn/access';
import { LinkSecrets, PasswordHash, SecretDigest, UserRepository } from '@cairn/access/spi';
import { MemoryBlobStore } from '@cairn/adapter-memory';
import {
  Argon2PasswordHash,
  HmacLinkSecrets,
  HmacWebhookSigner,
  RandomIdGenerator,
  Sha256SecretDigest,
  SystemClock,
  SystemTimer,
  ThreadedFeatureReader,
  ThreadedTileDrawer,
} from '@cairn/adapter-system';
import { CatalogRules, DerivativeLimits, ReadInstallationKey } from '@cairn/images';
import { type BlobAddresses, BlobStore } from '@cairn/images/spi';
import { Clock, IdGenerator, MemoryShares, Queues, TextDigest, Timer, TrashRules } from '@cairn/kernel';
import { PhotoAddresses } from '@cairn/photo-places';
import { FeatureRules, TileCache, TileRules } from '@cairn/spaces';
import { FeatureReader, TileArchives, TileDrawer } from '@cairn/spaces/spi';
import { WebhookSigner } from '@cairn/webhooks/spi';
import { Container, ContainerModule } from 'inversify';
import type { ApplicationSettings, BlobSettings } from '../settings/application-settings.js';
import { BlobTileArchives } from './blob-tile-archives.js';
import { featureFilesModule } from './feature-files-module.js';
import { imagesModule } from './images-module.js';
import { openDatabase } from './open-database.js';
import { outgoingModule } from './outgoing-module.js';
import {
  type BlobsPart,
  customResource,
  type DatabasePart,
  inMemory,
  type OpenedPart,
  type Part,
  type Resource,
  type Watched,
} from './part.js';

const TILE_CACHE_BYTES = 64 * 1024 * 1024;

/** Bindings of every application, independent of its stores. */
function systemModule(settings: ApplicationSettings, clock: Clock, watched: Watched): ContainerModule {
  const { queues, memory } = watched;
  return new ContainerModule(({ bind }) => {
    bind(Queues).toConstantValue(queues);
    bind(MemoryShares).toConstantValue(memory);
    bind(Clock).toConstantValue(clock);
    bind(Timer).toConstantValue(new SystemTimer());
    bind(IdGenerator).toConstantValue(settings.ids ?? new RandomIdGenerator());
    bind(PasswordHash).toConstantValue(new Argon2PasswordHash());
    bind(SecretDigest).toConstantValue(new Sha256SecretDigest());
    bind(TextDigest).toConstantValue(new Sha256SecretDigest());
    const { linkKey } = settings;
    bind(LinkSecrets)
      .toResolvedValue(
        (blobs: BlobStore, ids: IdGenerator) =>
          new HmacLinkSecrets(
            async () => linkKey ?? (await new ReadInstallationKey({ blobs, ids }).execute()),
          ),
        [BlobStore, IdGenerator],
      )
      .inSingletonScope();
    if (settings.users !== undefined) bind(UserDirectory).toConstantValue(settings.users);
    else
      bind(UserDirectory).toResolvedValue((users: UserRepository) => new CairnUsers(users), [UserRepository]);
    bind(WebhookSigner).toConstantValue(new HmacWebhookSigner());
    bind(CatalogRules).toConstantValue(new CatalogRules(settings.limits));
    bind(TrashRules).toConstantValue(new TrashRules(settings.trashDays, settings.trashBytes));
    bind(PhotoAddresses).toConstantValue(new PhotoAddresses(settings.photos ?? { filesUrl: '/cdn' }));
    bind(FeatureRules).toConstantValue(new FeatureRules(settings.featureLimits, settings.featureQuota));
    const [reader, drawer] = [new ThreadedFeatureReader(), new ThreadedTileDrawer()];
    queues.watchAll({ ...reader.queues, ...drawer.queues });
    bind(FeatureReader)
      .toConstantValue(reader)
      .onDeactivation(() => reader.close());
    bind(TileDrawer)
      .toConstantValue(drawer)
      .onDeactivation(() => drawer.close());
    const tiles = new TileCache(settings.tiles?.cacheInBytes ?? TILE_CACHE_BYTES);
    memory.watch('tiles', () => tiles.memory);
    bind(TileCache).toConstantValue(tiles);
    bind(TileArchives)
      .toResolvedValue(
        (blobs: BlobStore, time: Clock, ids: IdGenerator) =>
          new BlobTileArchives({ blobs, clock: time, ids }),
        [BlobStore, Clock, IdGenerator],
      )
      .inSingletonScope();
    bind(TileRules).toConstantValue(new TileRules(settings.tiles));
    bind(DerivativeLimits).toConstantValue(new DerivativeLimits(settings.derivativesInBytes));
  });
}

function systemClock(settings: ApplicationSettings): Clock {
  return settings.clock ?? new SystemClock();
}

/** Both stores, open, with all ports bound to them. Whether they belong together has not been checked. */
export interface Stores {
  readonly container: Container;
  readonly database: DatabasePart;
  readonly blobs: BlobsPart;
}

/** Opens the stores, migrating them where needed. @throws {PartNotOpened} */
export async function openStores(settings: ApplicationSettings): Promise<Stores> {
  const clock = systemClock(settings);
  const watched = { queues: new Queues(), memory: new MemoryShares() };
  // Threads open the database, and meanwhile this one loads what images need.
  const opened = opening(
    'database',
    openDatabase(settings.database, {
      clock,
      hotBytes: settings.hotSpaces?.maxBytes,
      slowStatements: settings.slowStatements,
      measures: settings.storeMeasures,
    }),
  );
  opened.catch(() => undefined); // reported below
  const modules = Promise.all([
    imagesModule(settings.images, watched),
    outgoingModule(settings.outgoing),
    featureFilesModule(settings.featureFiles, watched),
  ]);
  const adapters = await modules.catch(async (error: unknown) => {
    await (await opened.catch(() => undefined))?.part.close();
    throw error;
  });
  const database = await opened;
  const blobs = await opening('blobs', openBlobs(settings.blobs, clock)).catch(async (error: unknown) => {
    await database.part.close().catch(() => undefined); // the first failure is reported
    throw error;
  });
  watched.queues.watchAll(database.part.queues ?? {});
  const container = new Container();
  container.load(database.module, blobs.module, ...adapters, systemModule(settings, clock, watched));
  return { container, database: database.part, blobs: blobs.part };
}

/** A part of an application could not be opened. The message is that of the cause, which is written for people. */
export class PartNotOpened extends Error {
  override readonly name = 'PartNotOpened';

  constructor(
    readonly part: Part['name'],
    override readonly cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** @throws {PartNotOpened} */
async function opening<T>(part: Part['name'], opened: Promise<T>): Promise<T> {
  try {
    return await opened;
  } catch (error) {
    throw new PartNotOpened(part, error);
  }
}

/** Opens the blob store of the settings. */
async function openBlobs(settings: BlobSettings, clock: Clock): Promise<OpenedPart<BlobsPart>> {
  switch (settings.kind) {
    case 'fs': {
      const { FsBlobStore } = await import('@cairn/adapter-fs');
      const blobs = await FsBlobStore.open({ directory: settings.directory });
      return opened(blobs, { check: () => blobs.check(), close: inMemory.close });
    }
    case 's3': {
      const { MinioBlobAddresses, MinioBlobStore } = await import('@cairn/adapter-minio');
      const blobs = await MinioBlobStore.open(settings);
      return opened(blobs, blobs, new MinioBlobAddresses(settings));
    }
    case 'memory':
      return opened(new MemoryBlobStore(clock), inMemory);
    case 'custom':
      return opened(settings.store, customResource(settings), settings.addresses);
  }
}

/** Opens a blob store without a database. */
export async function openBlobStore(
  settings: BlobSettings,
): Promise<Pick<BlobsPart, 'close'> & { readonly store: BlobStore }> {
  const { part, module } = await openBlobs(settings, new SystemClock());
  const container = new Container();
  container.load(module);
  return { store: container.get(BlobStore), close: () => part.close() };
}

function opened(blobs: BlobStore, resource: Resource, addresses?: BlobAddresses): OpenedPart<BlobsPart> {
  return {
    part: { name: 'blobs', check: () => resource.check(), close: () => resource.close(), addresses },
    module: new ContainerModule(({ bind }) => {
      bind(BlobStore).toConstantValue(blobs);
    }),
  };
}
