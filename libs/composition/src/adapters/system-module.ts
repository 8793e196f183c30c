import { PasswordHash, SecretDigest } from '@cairn/access';
import { SharpImageProcessor, SharpImageRenderer } from '@cairn/adapter-sharp';
import {
  Argon2PasswordHash,
  RandomIdGenerator,
  Sha256SecretDigest,
  SystemClock,
  SystemTimer,
  ThreadedFeatureReader,
  ThreadedTileDrawer,
} from '@cairn/adapter-system';
import { BlobStore, CatalogRules, DerivativeLimits, ImageProcessor, ImageRenderer } from '@cairn/images';
import { Clock, IdGenerator, TextDigest, Timer } from '@cairn/kernel';
import { PhotoAddresses } from '@cairn/photo-places';
import { FeatureReader, FeatureRules, TileArchives, TileCache, TileDrawer, TileRules } from '@cairn/spaces';
import { ContainerModule } from 'inversify';
import type { ApplicationSettings } from '../settings.js';
import { BlobTileArchives } from './blob-tile-archives.js';

const TILE_CACHE_BYTES = 64 * 1024 * 1024;

/** Bindings of every application, independent of its stores. */
export function systemModule(settings: ApplicationSettings, clock: Clock): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(Clock).toConstantValue(clock);
    bind(Timer).toConstantValue(new SystemTimer());
    bind(IdGenerator).toConstantValue(settings.ids ?? new RandomIdGenerator());
    bind(PasswordHash).toConstantValue(new Argon2PasswordHash());
    bind(SecretDigest).toConstantValue(new Sha256SecretDigest());
    bind(TextDigest).toConstantValue(new Sha256SecretDigest());
    bind(CatalogRules).toConstantValue(new CatalogRules(settings.limits));
    bind(PhotoAddresses).toConstantValue(new PhotoAddresses(settings.photos ?? { filesUrl: '/cdn' }));
    bind(FeatureRules).toConstantValue(new FeatureRules(settings.featureLimits, settings.featureQuota));
    const [reader, drawer] = [new ThreadedFeatureReader(), new ThreadedTileDrawer()];
    bind(FeatureReader)
      .toConstantValue(reader)
      .onDeactivation(() => reader.close());
    bind(TileDrawer)
      .toConstantValue(drawer)
      .onDeactivation(() => drawer.close());
    bind(TileCache).toConstantValue(new TileCache(settings.tiles?.cacheInBytes ?? TILE_CACHE_BYTES));
    bind(TileArchives)
      .toResolvedValue(
        (blobs: BlobStore, time: Clock, ids: IdGenerator) =>
          new BlobTileArchives({ blobs, clock: time, ids }),
        [BlobStore, Clock, IdGenerator],
      )
      .inSingletonScope();
    bind(TileRules).toConstantValue(new TileRules(settings.tiles));
    const renderer = new SharpImageRenderer(settings.renders);
    bind(ImageProcessor).toConstantValue(new SharpImageProcessor(settings.decodes, renderer));
    bind(ImageRenderer)
      .toConstantValue(renderer)
      .onDeactivation(() => renderer.close());
    bind(DerivativeLimits).toConstantValue(new DerivativeLimits(settings.derivativesInBytes));
  });
}

export function systemClock(settings: ApplicationSettings): Clock {
  return settings.clock ?? new SystemClock();
}
