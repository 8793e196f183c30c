import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseBackups, NeededBlob } from '@cairn/kernel';
import { BlobNotFound } from '@cairn/images';
import type { BlobAreaName, BlobStore } from '@cairn/images/spi';
import { KeyedMutex } from '@cairn/kernel';
import type { BlobCopies } from './blob-copies.js';
import type { BlobFault, BlobOfImage } from './manifest.js';

/** Each copy waits for the disk or the network most of the time. */
export const AT_ONCE = 6;

/**
 * Looked at in this order: a blob that is moved between two looks is found in the second area, or in the first again.
 */
const AREAS: readonly BlobAreaName[] = ['originals', 'quarantine', 'originals'];

/**
 * How long to wait before looking again: the deletion of an image may have removed the bytes a moment before the row.
 */
const RETRY_MS = 500;

/** The outcome of copying a blob. */
export type Copied =
  | { readonly outcome: 'kept' | 'copied' }
  | { readonly outcome: 'removed'; readonly image: BlobOfImage }
  | { readonly outcome: 'fault'; readonly fault: BlobFault };

interface CopyingPorts {
  readonly database: Pick<DatabaseBackups, 'needsBlob'>;
  readonly blobs: BlobStore;
  readonly copies: BlobCopies;
}

/** Copies the blobs that a copy of the database needs, as far as the backup does not have them yet. */
export class CopyBlobs {
  private readonly mutex = new KeyedMutex();

  constructor(private readonly ports: CopyingPorts) {}

  /** Two images may have the same bytes: those are copied once. */
  async execute(blob: NeededBlob): Promise<Copied> {
    return await this.mutex.run(blob.sha256, async () => {
      if (await this.ports.copies.has(blob)) return { outcome: 'kept' };
      const first = await this.copy(blob);
      if (first.outcome !== 'fault') return first;
      await pause(RETRY_MS);
      return await this.copy(blob);
    });
  }

  /**
   * The row of an image is removed before its bytes. So if bytes are gone, their row is gone from the database by now:
   * the image was deleted after the database was copied.
   */
  private async copy(blob: NeededBlob): Promise<Copied> {
    const { key, owner, imageId, place } = blob;
    const image = { key, owner, imageId, place };
    for (const area of AREAS) {
      const found = await this.copyFrom(area, key);
      if (found === undefined) continue;
      if (found.sha256 === blob.sha256) return { outcome: 'copied' };
      return { outcome: 'fault', fault: { ...image, problem: 'damaged', found } };
    }
    return (await this.ports.database.needsBlob(key))
      ? { outcome: 'fault', fault: { ...image, problem: 'missing' } }
      : { outcome: 'removed', image };
  }

  /** `undefined` if there is no such blob, or it is deleted while it is read: object stores are read in parts. */
  private async copyFrom(
    area: BlobAreaName,
    key: string,
  ): Promise<Awaited<ReturnType<BlobCopies['add']>> | undefined> {
    const from = this.ports.blobs.area(area);
    try {
      return await this.ports.copies.add(await from.get(key));
    } catch (error) {
      if (error instanceof BlobNotFound || (await from.find(key)) === undefined) return undefined;
      throw error;
    }
  }
}
