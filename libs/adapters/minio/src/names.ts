import { randomBytes } from 'node:crypto';
import type { BlobAreaName } from '@cairn/images/spi';

/** Staged objects that have no key yet. */
export const STAGING = 'staging/';

/** Folder of the objects of each area. */
export const folders: Readonly<Record<BlobAreaName, string>> = {
  originals: 'blobs/',
  derivatives: 'derivatives/',
  staged: `${STAGING}parts/`,
  quarantine: 'quarantine/',
  archives: 'archives/',
};

/** The object that identifies the installation. */
export const MARKER = 'installation.json';

/** The object name of a blob. */
export function blobName(area: BlobAreaName, key: string): string {
  return `${folders[area]}${key}`;
}

/** A unique name in the staging folder. */
export function stagingName(): string {
  return `${STAGING}${randomBytes(16).toString('hex')}`;
}
