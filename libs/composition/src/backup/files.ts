import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';

/** The hash and the length of some bytes. */
export interface Digest {
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly sizeInBytes: number;
}

/** Hashes and counts bytes that pass. */
export class DigestCounter {
  private readonly hash: Hash = createHash('sha256');
  private sizeInBytes = 0;

  async *through(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of bytes) {
      this.hash.update(chunk);
      this.sizeInBytes += chunk.length;
      yield chunk;
    }
  }

  /** Once, after all bytes. */
  digest(): Digest {
    return { sha256: this.hash.digest('hex'), sizeInBytes: this.sizeInBytes };
  }
}

export async function digestOf(path: string): Promise<Digest> {
  const counter = new DigestCounter();
  const chunks = counter.through(createReadStream(path));
  while ((await chunks.next()).done !== true);
  return counter.digest();
}

export async function writeDurably(path: string, text: string): Promise<void> {
  await writeFile(path, text, { flush: true, mode: 0o600 });
}

/** Makes the entries of a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
