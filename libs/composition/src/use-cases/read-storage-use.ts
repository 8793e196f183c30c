import type { DerivativeTotal } from '@cairn/images';
import { CatalogRepository, Derivatives, type ImageTotal } from '@cairn/images/spi';
import type { PortsOf } from '@cairn/kernel';
import { FeatureAnalytics, type SpaceTotal } from '@cairn/spaces/spi';
import { HotSpaces, type HotSpacesState } from './hot-spaces.js';

/** What all accounts store. */
export interface StorageUse {
  readonly images: ImageTotal;
  readonly derivatives: DerivativeTotal;
  readonly spaces: SpaceTotal;
  /** What this process has of them in memory. */
  readonly hotSpaces: HotSpacesState;
}

/** Tells how much all accounts store. */
export class ReadStorageUse {
  static readonly ports = {
    catalog: CatalogRepository,
    derivatives: Derivatives,
    analytics: FeatureAnalytics,
    hot: HotSpaces,
  };

  constructor(private readonly ports: PortsOf<typeof ReadStorageUse.ports>) {}

  async execute(): Promise<StorageUse> {
    const { catalog, derivatives, analytics, hot } = this.ports;
    const [images, spaces] = await Promise.all([catalog.total(), analytics.total()]);
    return { images, derivatives: derivatives.total, spaces, hotSpaces: hot.state() };
  }
}
