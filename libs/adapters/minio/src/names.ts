import { randomBytes } from 'node:crypto';
import type { BlobAreaName } from '@cairn/images';

/** Objects of staged bytes that have no key yet. */
export const STAGING = 'staging/';

/** Where the objects of each area are, by their keys. */
export const folders: Readonly<Record<BlobAreaName, string>> = {
  originals: 'blobs/',
  derivatives: 'derivatives/',
  staged: `${STAGING}parts/`,
  quarantine: 'quarantine/',
  trash: 'trash/',
};

/** The object that says whose store this is. */
export const MARKER = 'installation.json';

/** The name of the object that a blob is kept in. */
export function blobName(area: BlobAreaName, key: string): string {
  return `${folders[area]}${key}`;
}

/** A name in the staging folder that nothing has yet. */
export function stagingName(): string {
  return `${STAGING}${randomBytes(16).toString('hex')}`;
}
