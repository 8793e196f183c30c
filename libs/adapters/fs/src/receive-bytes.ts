import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { FileTooLarge } from '@cairn/images';
import { storing } from './fs-errors.js';

/** Enough to detect the type of an image. */
const HEAD_BYTES = 64;

/** What was written to a file. */
export interface ReceivedBytes {
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
export async function receiveBytes(
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
