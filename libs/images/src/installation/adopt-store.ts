import { IdGenerator, type PortsOf } from '@cairn/kernel';
import { BlobStore } from '../store/blob-store.js';
import { InstallationRepository } from './installation-repository.js';
import { formatMarker } from './installation.js';
import { ID_LENGTH } from './open-installation.js';

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
