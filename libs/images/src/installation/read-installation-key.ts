import { IdGenerator, type PortsOf } from '@cairn/kernel';
import { BlobStore } from '../store/blob-store.js';

/** 256 bits. */
const KEY_LENGTH = 43;

/** Reads the secret key of the installation, which is generated the first time. All nodes get the same one. */
export class ReadInstallationKey {
  static readonly ports = { blobs: BlobStore, ids: IdGenerator };

  constructor(private readonly ports: PortsOf<typeof ReadInstallationKey.ports>) {}

  /** @throws {StorageUnavailable} {StorageFull} the first time, if it cannot be stored */
  async execute(): Promise<string> {
    const { blobs, ids } = this.ports;
    const { installationKey } = blobs;
    return (await installationKey.find()) ?? (await installationKey.claim(ids.next(KEY_LENGTH)));
  }
}
