import { IdGenerator, type PortsOf } from '@cairn/kernel';
import { BlobStore } from '../store/blob-store.js';
import { InstallationRepository } from './installation-repository.js';
import { formatMarker, parseMarker } from './installation.js';
import { ID_LENGTH } from './open-installation.js';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import { blobsAndReferences, blobsIn } from '../store/blobs-and-references.js';
import type { StoreFacts } from './store-mismatch.js';

/** Assigns the blob store to the database, whatever it belonged to. Does not touch any blob. */
export class AdoptStore {
  static readonly ports = { installations: InstallationRepository, blobs: BlobStore, ids: IdGenerator };

  constructor(private readonly ports: PortsOf<typeof AdoptStore.ports>) {}

  /** Returns the identifier of the installation that both belong to now. */
  async execute(): Promise<string> {
    const { installations, blobs, ids } = this.ports;
    const id = await installations.claim(ids.next(ID_LENGTH));
    await blobs.marker.replace(formatMarker(id));
    return id;
  }
}

/** The contents of a database and a blob store, counted in full. */
export interface StoreSurvey extends StoreFacts {
  /** Images whose blob is in `originals`. */
  readonly served: number;
  /** Blobs in `originals` that no image references, whatever their age. */
  readonly orphans: number;
}

/**
 * Counts the contents of a database and a blob store and how they match, whether or not they belong together.
 * Read-only.
 */
export class SurveyStores {
  static readonly ports = {
    catalog: CatalogRepository,
    blobs: BlobStore,
    installations: InstallationRepository,
  };

  constructor(private readonly ports: PortsOf<typeof SurveyStores.ports>) {}

  async execute(): Promise<StoreSurvey> {
    const { blobs, installations } = this.ports;
    const counts = { blobs: 0, images: 0, served: 0, quarantined: 0 };
    for await (const [blob, reference] of blobsAndReferences(this.ports)) {
      if (blob !== undefined) counts.blobs += 1;
      if (reference !== undefined) counts.images += 1;
      if (blob !== undefined && reference !== undefined) counts.served += 1;
    }
    const quarantined = blobsIn(blobs.area('quarantine'));
    while ((await quarantined.next()).done !== true) counts.quarantined += 1;
    const marker = await blobs.marker.find();
    return {
      database: { installation: await installations.find(), images: counts.images },
      store: {
        installation: marker === undefined ? undefined : parseMarker(marker),
        blobs: counts.blobs,
        quarantined: counts.quarantined,
      },
      served: counts.served,
      orphans: counts.blobs - counts.served,
    };
  }
}
