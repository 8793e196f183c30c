import type { ApplicationSettings, BlobSettings } from '../settings/application-settings.js';

/** What an application can do only with some adapters. */
export interface Capabilities {
  /** Clients can read blobs from the store itself, at signed addresses. */
  readonly blobAddresses: boolean;
  /** Spaces hold features. */
  readonly features: boolean;
}

/** What the adapters of these settings can do, without opening them. */
export function capabilitiesOf({
  database,
  blobs,
}: Pick<ApplicationSettings, 'database' | 'blobs'>): Capabilities {
  return {
    blobAddresses: hasAddresses(blobs),
    features: database.kind !== 'custom' || database.repositories.features !== undefined,
  };
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
