import { CatalogRepository } from '../catalog/catalog-repository.js';
import { BlobStore } from '../store/blob-store.js';
import { IdGenerator, type PortsOf } from '@cairn/kernel';
import { perBlobArea } from '../store/blob-area.js';
import type { BlobsAndCatalog } from '../store/blobs-and-references.js';
import { InstallationRepository } from './installation-repository.js';
import { formatMarker, parseMarker } from './installation.js';
import { MOST_COUNTED, StoreMismatch } from './store-mismatch.js';

/** 131 bits. */
export const ID_LENGTH = 22;
const SAMPLE = 20;

/** The stores that hold or prove the identity of an installation. */
export interface InstallationPorts extends BlobsAndCatalog {
  readonly installations: InstallationRepository;
  readonly ids: IdGenerator;
}

/**
 * Checks that the database and the blob store belong together before anything is served or swept. Without a marker,
 * they do if both are empty, or if the store has the blobs of the images that the database records.
 */
export class OpenInstallation {
  static readonly ports = {
    catalog: CatalogRepository,
    blobs: BlobStore,
    installations: InstallationRepository,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof OpenInstallation.ports>) {}

  /** Returns the identifier of the installation. @throws {StoreMismatch} without any change. */
  async execute(): Promise<string> {
    const { blobs, installations, ids } = this.ports;
    // The store first: a first start claims the database, then the store. So a marker seen here is older than the
    // database's answer.
    const marker = await blobs.marker.find();
    const recorded = await installations.find();
    if (marker !== undefined) return await this.agreed(marker, recorded);
    if (!(await this.belongTogether())) throw await this.mismatch(marker, recorded);
    const claimed = await installations.claim(recorded ?? ids.next(ID_LENGTH));
    return await this.agreed(await blobs.marker.claim(formatMarker(claimed)), claimed);
  }

  private async agreed(marker: string, recorded: string | undefined): Promise<string> {
    if (recorded === undefined || parseMarker(marker) !== recorded)
      throw await this.mismatch(marker, recorded);
    return recorded;
  }

  /**
   * Keys are random, so stores with at least half of a sample of blobs belong together. The others may have been lost.
   */
  private async belongTogether(): Promise<boolean> {
    const { blobs, catalog } = this.ports;
    const first = perBlobArea((name) => blobs.area(name).list(1, undefined));
    const stored = await Promise.all(Object.values(first));
    const sample = await catalog.listBlobs(SAMPLE, undefined);
    if (sample.length === 0) return stored.flat().length === 0;
    const originals = blobs.area('originals');
    const found = await Promise.all(sample.map(({ blobKey }) => originals.find(blobKey)));
    return found.filter((blob) => blob !== undefined).length * 2 >= sample.length;
  }

  private async mismatch(marker: string | undefined, recorded: string | undefined): Promise<StoreMismatch> {
    const { blobs, catalog } = this.ports;
    return new StoreMismatch({
      database: {
        installation: recorded,
        images: (await catalog.listBlobs(MOST_COUNTED, undefined)).length,
      },
      store: {
        installation: marker === undefined ? undefined : parseMarker(marker),
        blobs: (await blobs.area('originals').list(MOST_COUNTED, undefined)).length,
        quarantined: (await blobs.area('quarantine').list(MOST_COUNTED, undefined)).length,
      },
    });
  }
}
