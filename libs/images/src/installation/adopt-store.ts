import type { IdGenerator } from '@cairn/kernel';
import type { BlobStore } from '../store/blob-store.js';
import type { InstallationRepository } from './installation-repository.js';
import { formatMarker } from './installation.js';
import { ID_LENGTH } from './open-installation.js';

/** Makes the blob store belong to the database, whatever it belonged to; no blob is touched. */
export class AdoptStore {
  constructor(
    private readonly ports: {
      readonly installations: InstallationRepository;
      readonly blobs: BlobStore;
      readonly ids: IdGenerator;
    },
  ) {}

  /** Gives the identifier of the installation that both belong to now. */
  async execute(): Promise<string> {
    const { installations, blobs, ids } = this.ports;
    const id = await installations.claim(ids.next(ID_LENGTH));
    await blobs.marker.replace(formatMarker(id));
    return id;
  }
}
