import { createHash, randomBytes } from 'node:crypto';
import { link, open, stat, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileTooLarge, type StagedBlob } from '@cairn/images';
import type { BlobDirectory } from './blob-directory.js';
import { syncDirectory } from './directories.js';
import { codeOf, ifPresent, storing, unavailable } from './fs-errors.js';
import { readPieces } from './read-file.js';

const HEAD_BYTES = 64;
/** How much is gathered before it is written: every write is a trip to another thread and back. */
const WRITE_BYTES = 256 * 1024;

interface Content {
  readonly file: string;
  readonly head: Uint8Array;
  readonly sizeInBytes: number;
  readonly sha256: string;
}

/** Bytes in a file that no key leads to yet. */
export class StagedFile implements StagedBlob {
  readonly file: string;
  readonly sizeInBytes: number;
  readonly sha256: string;

  private constructor(
    private readonly content: Content,
    private readonly flushed: Promise<void>,
    private readonly blobs: BlobDirectory,
  ) {
    this.file = content.file;
    this.sizeInBytes = content.sizeInBytes;
    this.sha256 = content.sha256;
  }

  /** Takes the bytes into a new file of `directory`, to be committed to `blobs`; it is removed when that fails. */
  static async receive(
    bytes: AsyncIterable<Uint8Array>,
    to: { readonly limitInBytes: number; readonly directory: string; readonly blobs: BlobDirectory },
  ): Promise<StagedFile> {
    const file = join(to.directory, randomBytes(16).toString('hex'));
    const handle = await storing(open(file, 'wx', 0o600));
    try {
      const content = await takeIn(bytes, to.limitInBytes, handle);
      return new StagedFile({ file, ...content }, flush(handle), to.blobs);
    } catch (error) {
      await Promise.allSettled([handle.close(), unlink(file)]);
      throw error;
    }
  }

  /** Opens the file only for a reader that wants more than its head, which is all that tells the type of an image. */
  async *read(): AsyncGenerator<Uint8Array> {
    const { file, head, sizeInBytes } = this.content;
    yield Uint8Array.from(head);
    yield* readPieces(() => storing(open(file)), { start: head.length, end: sizeInBytes });
  }

  async commit(key: string): Promise<void> {
    const target = this.blobs.pathOf(key);
    if (target === undefined) throw new RangeError('A blob key is 1 to 64 characters of 0-9A-Za-z.');
    await this.flushed;
    await this.blobs.prepare(key);
    try {
      await link(this.file, target); // which, unlike a rename, never takes the place of what is there
    } catch (cause) {
      this.blobs.forget(key);
      throw await this.refusal(cause);
    }
    try {
      await syncDirectory(dirname(target));
    } catch (error) {
      await Promise.allSettled([unlink(target)]);
      throw error;
    }
    await Promise.allSettled([unlink(this.file)]);
  }

  async discard(): Promise<void> {
    await ifPresent(unlink(this.file));
  }

  private async refusal(cause: unknown): Promise<Error> {
    if (codeOf(cause) === 'EEXIST') return new Error('A blob is stored under this key already.', { cause });
    const ended = codeOf(cause) === 'ENOENT' && (await ifPresent(stat(this.file))) === undefined;
    return ended ? new Error('The bytes are committed or discarded already.', { cause }) : unavailable(cause);
  }
}

async function takeIn(
  bytes: AsyncIterable<Uint8Array>,
  limitInBytes: number,
  handle: FileHandle,
): Promise<Omit<Content, 'file'>> {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let sizeInBytes = 0;
  const gathered = Buffer.allocUnsafe(WRITE_BYTES);
  let filled = 0;
  const write = async (): Promise<void> => {
    const full = gathered.subarray(0, filled);
    const written = storing(handle.writeFile(full));
    hash.update(full);
    await written;
    filled = 0;
  };
  for await (const piece of bytes) {
    sizeInBytes += piece.length;
    if (sizeInBytes > limitInBytes) throw new FileTooLarge(limitInBytes);
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)]);
    for (let rest = piece; rest.length > 0;) {
      const part = rest.subarray(0, WRITE_BYTES - filled);
      gathered.set(part, filled);
      filled += part.length;
      rest = rest.subarray(part.length);
      if (filled === WRITE_BYTES) await write();
    }
  }
  if (filled > 0) await write();
  return { head, sizeInBytes, sha256: hash.digest('hex') };
}

/** Begins to put the bytes on the disk while others look at them; whoever waits for it is told of a failure. */
function flush(handle: FileHandle): Promise<void> {
  const flushed = storing(handle.sync()).finally(() => handle.close());
  flushed.catch(() => undefined);
  return flushed;
}
