import { InvalidBlobKey, isBlobKey, type NewBlob, type StagedBlob } from '@cairn/images';
import { blobName } from './names.js';
import { Gone, type StagingLocation } from './staging-locations.js';

/** The received bytes and where they are. */
export interface ReceivedBytes {
  readonly location: StagingLocation;
  readonly sizeInBytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** Bytes that have no key yet. */
export class StagedBytes implements StagedBlob {
  readonly sizeInBytes: number;
  readonly sha256: string;
  private hasEnded = false;

  constructor(
    private readonly received: ReceivedBytes,
    private readonly onEnd: (blob: StagedBytes) => void,
  ) {
    this.sizeInBytes = received.sizeInBytes;
    this.sha256 = received.sha256;
  }

  read(): AsyncIterable<Uint8Array> {
    return this.received.location.read();
  }

  async commit({ area, key, contentType }: NewBlob): Promise<void> {
    if (!isBlobKey(key)) throw new InvalidBlobKey();
    if (this.hasEnded) throw new Gone();
    this.hasEnded = true;
    try {
      await this.received.location.moveTo({ name: blobName(area, key), contentType });
    } catch (error) {
      this.hasEnded = false;
      throw error;
    }
    this.onEnd(this);
  }

  async discard(): Promise<void> {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.onEnd(this);
    await this.received.location.drop();
  }
}
