import { randomBytes } from 'node:crypto';
import type { StoreMarker } from '@cairn/images';
import { StorageUnavailable } from '@cairn/kernel';
import { MARKER } from './names.js';
import type { StoredObjects } from './stored-objects.js';

const OBJECT = { name: MARKER, contentType: 'application/json' };
const MAX_BYTES = 1_024;

/** An object outside the area folders. */
export class MinioStoreMarker implements StoreMarker {
  constructor(private readonly objects: StoredObjects) {}

  async find(): Promise<string | undefined> {
    const piece = await this.objects.piece(MARKER, { start: 0, length: MAX_BYTES });
    return piece && Buffer.from(piece.bytes).toString();
  }

  async claim(text: string): Promise<string> {
    await this.objects.create(OBJECT, { bytes: Buffer.from(text), mark: randomBytes(16).toString('hex') });
    const stored = await this.find();
    if (stored === undefined) throw new StorageUnavailable('The image storage has lost its marker.');
    return stored;
  }

  async replace(text: string): Promise<void> {
    await this.objects.put(OBJECT, Buffer.from(text));
  }
}
