import { randomBytes } from 'node:crypto';

/**
 * The folders of a bucket: committed bytes by their keys, large ones that are not committed yet, and those by their keys
 * that are out of service.
 */
export const folders = { blobs: 'blobs/', staging: 'staging/', quarantine: 'quarantine/' } as const;

/** The object that says whose store this is. */
export const MARKER = 'installation.json';

/** The name of the object that a blob is kept in. */
export function blobName(key: string): string {
  return `${folders.blobs}${key}`;
}

/** A name in the staging folder that nothing has yet. */
export function stagingName(): string {
  return `${folders.staging}${randomBytes(16).toString('hex')}`;
}
