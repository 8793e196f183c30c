import { randomBytes } from 'node:crypto';
import type { StoreMarker } from '@cairn/images/spi';
import { StorageUnavailable } from '@cairn/kernel';
import type { StoredObjects } from './stored-objects.js';

const MAX_BYTES = 1_024;

/** An object outside the area folders. */
export class MinioStoreMarker implements StoreMarker {
  constructor(
    private readonly objects: StoredObjects,
    private readonly object: { readonly name: string; readonly contentType: string },
  ) {}

  async find(): Promise<string | undefined> {
    const piece = await this.objects.piece(this.object.name, { start: 0, length: MAX_BYTES });
    return piece && Buffer.from(piece.bytes).toString();
  }

  async claim(text: string): Promise<string> {
    const mark = randomBytes(16).toString('hex');
    await this.objects.create(this.object, { bytes: Buffer.from(text), mark });
    const stored = await this.find();
    if (stored === undefined)
      throw new StorageUnavailable('The image storage has lost an object of its own.');
    return stored;
  }

  async replace(text: string): Promise<void> {
    await this.objects.put(this.object, Buffer.from(text));
  }
}
