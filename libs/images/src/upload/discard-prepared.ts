import { Clock, type PortsOf } from '@cairn/kernel';
import { ByteQuotaRepository } from '../quota/byte-quota-repository.js';
import { BlobStore } from '../store/blob-store.js';
import { BLOB_LIFETIMES_MS } from '../store/sweep-blobs.js';
import type { PreparedUpload } from './store-upload.js';
import { PreparedUploadRepository, type PreparedBlob } from './prepared-upload-repository.js';

const AT_ONCE = 100;

/** How prepared uploads are discarded. */
interface Expiry {
  /** Replaces the hour that a prepared upload has. */
  readonly graceMs?: number | undefined;
  /** When aborted, nothing more is discarded. Compatible with `AbortSignal`. */
  readonly signal?: { readonly aborted: boolean } | undefined;
}

/** Deletes the bytes of prepared uploads that get no record. */
export class DiscardPrepared {
  static readonly ports = {
    prepared: PreparedUploadRepository,
    byteQuotas: ByteQuotaRepository,
    blobs: BlobStore,
    clock: Clock,
  };

  constructor(private readonly ports: PortsOf<typeof DiscardPrepared.ports>) {}

  /** Does nothing to an upload that was recorded. */
  async execute({ image, reservation }: PreparedUpload): Promise<void> {
    const { owner, file } = image;
    await this.discard({ owner, reservation, blobKey: file.blobKey });
  }

  /**
   * Discards those whose time is over. Returns their number. One that cannot be discarded now, as its record is under way or its bytes
   * cannot be deleted, is left to the next time.
   */
  async expire({ graceMs = BLOB_LIFETIMES_MS.originals, signal }: Expiry = {}): Promise<number> {
    const { prepared, clock } = this.ports;
    const before = clock.now() - graceMs;
    let discarded = 0;
    for (let after: string | undefined; ;) {
      const blobs = await prepared.list({ before, after, limit: AT_ONCE });
      for (const blob of blobs) {
        if (signal?.aborted === true) return discarded;
        if (await this.discard(blob).catch(() => false)) discarded += 1;
      }
      if (blobs.length < AT_ONCE) return discarded;
      after = blobs.at(-1)?.blobKey;
    }
  }

  /** Discards at most `limit` uploads of an owner. Returns their number. */
  async ofOwner(owner: string, limit: number): Promise<number> {
    const blobs = await this.ports.prepared.list({ before: Number.MAX_SAFE_INTEGER, owner, limit });
    for (const blob of blobs) await this.discard(blob);
    return blobs.length;
  }

  private async discard(blob: Omit<PreparedBlob, 'preparedAt'>): Promise<boolean> {
    const { blobKey, owner, reservation } = blob;
    const { prepared, byteQuotas, blobs } = this.ports;
    if (!(await prepared.giveUp(blobKey))) return false;
    await blobs.area('originals').delete(blobKey);
    if (reservation !== undefined) await byteQuotas.release({ owner, id: reservation });
    await prepared.remove(blobKey);
    return true;
  }
}
