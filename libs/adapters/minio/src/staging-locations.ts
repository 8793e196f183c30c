import { randomBytes } from 'node:crypto';
import { readObject } from './read-object.js';
import type { NewObject, StoredObjects } from './stored-objects.js';

const PIECE_BYTES = 64 * 1024;

/** Where staged bytes are until they end. */
export interface StagingLocation {
  read(): AsyncIterable<Uint8Array>;
  /** Makes them a new object. @throws {Error} when there is one already, or when the bytes are gone. */
  moveTo(object: NewObject): Promise<void>;
  drop(): Promise<void>;
}

/** In the memory of this process. */
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

/** In an object that no key leads to. */
export class ObjectStaging implements StagingLocation {
  constructor(
    private readonly objects: StoredObjects,
    private readonly staged: {
      readonly name: string;
      readonly head: Uint8Array;
      readonly sizeInBytes: number;
    },
  ) {}

  /** Asks the store only for a reader that wants more than the head, which is all that tells the type of an image. */
  async *read(): AsyncGenerator<Uint8Array> {
    const { name, head, sizeInBytes } = this.staged;
    yield Uint8Array.from(head);
    const rest = await readObject(this.objects, name, { start: head.length, end: sizeInBytes - 1 });
    if (rest === undefined) throw new Gone();
    yield* rest;
  }

  async moveTo(object: NewObject): Promise<void> {
    const { objects, staged } = this;
    // Stores copy without conditions; what comes in between would have to have drawn the same key.
    if ((await objects.stat(object.name)) !== undefined) throw new KeyTaken();
    if ((await objects.copy(staged.name, object)) === undefined) throw new Gone();
    await objects.remove(staged.name).catch(leaveToSweep);
  }

  async drop(): Promise<void> {
    await this.objects.remove(this.staged.name);
  }
}

/** What to do when staged bytes cannot be taken away now: nothing, as what is old in their folder is discarded. */
function leaveToSweep(): void {}

class KeyTaken extends Error {
  override readonly name = 'KeyTaken';

  constructor() {
    super('A blob is stored under this key already.');
  }
}

/** Staged bytes were committed or discarded, perhaps by another node that tidied up. */
export class Gone extends Error {
  override readonly name = 'Gone';

  constructor() {
    super('The bytes are committed or discarded already.');
  }
}
