import type { ApplicationSettings, BlobSettings } from '../settings.js';

/** What an application can do only with some adapters. */
export interface Capabilities {
  /** Clients can read blobs from the store itself, at signed addresses. */
  readonly blobAddresses: boolean;
}

/** What the adapters of these settings can do, without opening them. */
export function capabilitiesOf({ blobs }: Pick<ApplicationSettings, 'blobs'>): Capabilities {
  return { blobAddresses: hasAddresses(blobs) };
}

function hasAddresses(blobs: BlobSettings): boolean {
  switch (blobs.kind) {
    case 'fs':
    case 'memory':
      return false;
    case 's3':
      return true;
    case 'custom':
      return blobs.addresses !== undefined;
  }
}
