import { randomBytes, createHash, type Hash } from 'node:crypto';
import { type FileHandle, link, open, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InvalidBlobKey, type NewBlob, type NewBlobArea, type StagedBlob, FileTooLarge } from '@cairn/images';
import type { StagingPurpose } from '@cairn/images/spi';
import { syncDirectory, codeOf, ifPresent, storing, unavailable } from './file-system.js';
import { type FsBlobArea, type ByteSpan, PIECE_BYTES, readPieces } from './fs-blob-area.js';

const BUFFER_BYTES = 1024 * 1024;
const MAX_SPARE = 16;

/** Enough to detect the type of an image. */
const HEAD_BYTES = 64;

/** A file with all its bytes written. It is synced once or never. */
class NewFile {
  private flushed: Promise<void> | undefined;

  constructor(private readonly handle: FileHandle) {}

  /** Makes the bytes durable and closes the file; the same attempt for every caller. @throws {StorageUnavailable} */
  async flush(): Promise<void> {
    this.flushed ??= storing(this.handle.sync()).finally(() => this.handle.close());
    await this.flushed;
  }

  /** Closes the file as it is, unless it is being synced. */
  async close(): Promise<void> {
    if (this.flushed !== undefined) return;
    this.flushed = Promise.reject(new Error('The file is closed.'));
    this.flushed.catch(() => undefined);
    await this.handle.close();
  }
}

/**
 * These buffers are left to the garbage collector. Larger ones take a third more memory while many uploads are
 * examined.
 */
const EXAMINED_PIECE_BYTES = 64 * 1024;

/** The dependencies for staging blobs. */
export interface StagingContext {
  readonly directory: string;
  readonly buffers: BufferPool;
  readonly areas: Readonly<Record<NewBlobArea, FsBlobArea>>;
  /** Called when all bytes are in. */
  readonly purposeOf: () => StagingPurpose;
}

interface ReceivedFile extends ReceivedBytes {
  readonly file: string;
  /** The bytes, if they fit in the buffer. */
  readonly held: Buffer | undefined;
  readonly written: NewFile;
}

/** Bytes in a file that has no key yet. If they are few, they are in memory too. */
export class StagedFile implements StagedBlob {
  private readonly file: string;
  readonly sizeInBytes: number;
  readonly sha256: string;
  private hasEnded = false;

  private constructor(
    private readonly received: ReceivedFile,
    private readonly context: StagingContext,
  ) {
    this.file = received.file;
    this.sizeInBytes = received.sizeInBytes;
    this.sha256 = received.sha256;
  }

  /** Writes the bytes to a new file, which is removed if that fails. */
  static async receive(
    bytes: AsyncIterable<Uint8Array>,
    limitInBytes: number,
    context: StagingContext,
  ): Promise<StagedFile> {
    const file = join(context.directory, randomBytes(16).toString('hex'));
    const handle = await storing(open(file, 'wx', 0o600));
    const buffer = context.buffers.acquire();
    try {
      const received = await receiveBytes(bytes, limitInBytes, { handle, buffer });
      const held = received.sizeInBytes > buffer.length ? undefined : buffer;
      if (held === undefined) context.buffers.release(buffer);
      const written = new NewFile(handle);
      // Runs while the bytes are examined.
      if (context.purposeOf() === 'commit') void written.flush().catch(() => undefined);
      return new StagedFile({ ...received, file, held, written }, context);
    } catch (error) {
      context.buffers.release(buffer);
      await Promise.allSettled([handle.close(), unlink(file)]);
      throw error;
    }
  }

  /** Opens the file only if the reader wants more than the bytes in memory. */
  async *read(): AsyncGenerator<Uint8Array> {
    const { head, held, sizeInBytes } = this.received;
    const rest = { start: head.length, end: sizeInBytes };
    yield Uint8Array.from(head);
    if (held !== undefined) yield* this.copies(held, rest);
    else yield* readPieces(() => storing(open(this.file)), rest, EXAMINED_PIECE_BYTES);
  }

  async commit({ area, key }: NewBlob): Promise<void> {
    const { directory } = this.context.areas[area];
    const target = directory.pathOf(key);
    if (target === undefined) throw new InvalidBlobKey();
    await this.received.written.flush();
    await directory.prepare(key);
    try {
      await link(this.file, target); // unlike a rename, a link never replaces an existing file
    } catch (cause) {
      directory.forget(key);
      throw await this.rejection(cause);
    }
    try {
      await syncDirectory(dirname(target));
    } catch (error) {
      await Promise.allSettled([unlink(target)]);
      throw error;
    }
    await Promise.allSettled([unlink(this.file)]);
    this.end();
  }

  async discard(): Promise<void> {
    if (this.hasEnded) return;
    await this.received.written.close();
    await ifPresent(unlink(this.file));
    this.end();
  }

  private *copies(held: Buffer, span: ByteSpan): Generator<Uint8Array> {
    for (let { start } = span; start < span.end; start += PIECE_BYTES) {
      // By now the buffer may be in use for other bytes.
      if (this.hasEnded) throw unavailable(alreadyEnded());
      yield Buffer.from(held.subarray(start, Math.min(start + PIECE_BYTES, span.end)));
    }
  }

  private end(): void {
    const { held } = this.received;
    if (!this.hasEnded && held !== undefined) this.context.buffers.release(held);
    this.hasEnded = true;
  }

  private async rejection(cause: unknown): Promise<Error> {
    if (codeOf(cause) === 'EEXIST') return new Error('A blob is stored under this key already.', { cause });
    const ended = codeOf(cause) === 'ENOENT' && (await ifPresent(stat(this.file))) === undefined;
    return ended ? alreadyEnded(cause) : unavailable(cause);
  }
}

function alreadyEnded(cause?: unknown): Error {
  return new Error('The bytes are committed or discarded already.', { cause });
}

/** What was written to a file. */
interface ReceivedBytes {
  readonly head: Uint8Array;
  readonly sizeInBytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/**
 * Writes bytes to a new file, collecting them in `buffer`: every write is a trip to the thread pool. If all bytes fit,
 * `buffer` contains them at the end.
 * @throws {FileTooLarge} past `limitInBytes`, without reading further.
 */
async function receiveBytes(
  bytes: AsyncIterable<Uint8Array>,
  limitInBytes: number,
  { handle, buffer }: { readonly handle: FileHandle; readonly buffer: Buffer },
): Promise<ReceivedBytes> {
  let hash: Hash | undefined;
  let head: Uint8Array | undefined;
  let sizeInBytes = 0;
  let filled = 0;
  for await (const piece of bytes) {
    sizeInBytes += piece.length;
    if (sizeInBytes > limitInBytes) throw new FileTooLarge(limitInBytes);
    for (let rest = piece; rest.length > 0;) {
      if (filled === buffer.length) {
        const written = write(buffer, handle);
        head ??= Uint8Array.from(buffer.subarray(0, HEAD_BYTES));
        hash = (hash ?? createHash('sha256')).update(buffer);
        await written;
        filled = 0;
      }
      const part = rest.subarray(0, buffer.length - filled);
      buffer.set(part, filled);
      filled += part.length;
      rest = rest.subarray(part.length);
    }
  }
  const last = buffer.subarray(0, filled);
  const [sha256] = await Promise.all([
    hash?.update(last).digest('hex') ?? digestOf(last),
    write(last, handle),
  ]);
  return { head: head ?? Uint8Array.from(last.subarray(0, HEAD_BYTES)), sizeInBytes, sha256 };
}

/** Writes in one call, unless the operating system accepts less. */
async function write(bytes: Buffer, handle: FileHandle): Promise<void> {
  for (let at = 0; at < bytes.length;) at += (await storing(handle.write(bytes, at))).bytesWritten;
}

/** Computed in the thread pool, in one call. */
async function digestOf(bytes: Buffer): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

/** Reuses buffers: allocating and collecting a new one per upload costs more than processing its bytes. */
export class BufferPool {
  private readonly spare: Buffer[] = [];

  /** A buffer of 1 MiB with undefined contents. */
  acquire(): Buffer {
    return this.spare.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
  }

  /** Returns a buffer that nothing reads or writes any more. */
  release(buffer: Buffer): void {
    if (this.spare.length < MAX_SPARE) this.spare.push(buffer);
  }
}
