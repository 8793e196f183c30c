import { randomBytes } from 'node:crypto';
import { readObject } from './read-object.js';
import type { NewObject, StoredObjects } from './stored-objects.js';

const PIECE_BYTES = 64 * 1024;

/** Where staged bytes are until they are committed or discarded. */
export interface StagingLocation {
  read(): AsyncIterable<Uint8Array>;
  /** Moves the bytes to a new object. @throws {Error} when the object exists or the bytes are gone. */
  moveTo(object: NewObject): Promise<void>;
  drop(): Promise<void>;
}

/** Staged in memory. */
export class InMemoryStaging implements StagingLocation {
  private readonly mark = randomBytes(16).toString('hex');

  constructor(
    private readonly objects: StoredObjects,
    private readonly bytes: Buffer,
  ) {}

  async *read(): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < this.bytes.length; start += PIECE_BYTES)
      yield Uint8Array.from(this.bytes.subarray(start, start + PIECE_BYTES));
  }

  async moveTo(object: NewObject): Promise<void> {
    const { bytes, mark } = this;
    if (!(await this.objects.create(object, { bytes, mark }))) throw new KeyTaken();
  }

  async drop(): Promise<void> {}
}

/** Staged in an object without a key. */
export class ObjectStaging implements StagingLocation {
  constructor(
    private readonly objects: StoredObjects,
    private readonly staged: {
      readonly name: string;
      readonly head: Uint8Array;
      readonly sizeInBytes: number;
    },
  ) {}

  /** Requests the object only if the reader wants more than the head, which suffices to detect an image type. */
  async *read(): AsyncGenerator<Uint8Array> {
    const { name, head, sizeInBytes } = this.staged;
    yield Uint8Array.from(head);
    const rest = await readObject(this.objects, name, { start: head.length, end: sizeInBytes - 1 });
    if (rest === undefined) throw new Gone();
    yield* rest;
  }

  async moveTo(object: NewObject): Promise<void> {
    const { objects, staged } = this;
    // Copies are unconditional. A conflict between check and copy would need the same random key.
    if ((await objects.stat(object.name)) !== undefined) throw new KeyTaken();
    if ((await objects.copy(staged.name, object)) === undefined) throw new Gone();
    await objects.remove(staged.name).catch(ignoreDeleteFailure);
  }

  async drop(): Promise<void> {
    await this.objects.remove(this.staged.name);
  }
}

/** Ignores a failure to remove staged bytes: old ones in their folder are discarded later. */
function ignoreDeleteFailure(): void {}

class KeyTaken extends Error {
  override readonly name = 'KeyTaken';

  constructor() {
    super('A blob is stored under this key already.');
  }
}

/** Staged bytes were committed or discarded already, perhaps by another node's sweep. */
export class Gone extends Error {
  override readonly name = 'Gone';

  constructor() {
    super('The bytes are committed or discarded already.');
  }
}
