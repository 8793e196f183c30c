import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { NeededBlob } from '@cairn/kernel';

/** The content of a line, with values as a database returns them. */
export type ListedBlob = Readonly<Record<keyof NeededBlob, string | number | null | undefined>>;

type Batches = Iterable<readonly ListedBlob[]> | AsyncIterable<readonly ListedBlob[]>;

/** Writes a line of JSON for each blob into a durable file. Rejects if the disk is full. */
export async function writeBlobList(path: string, batches: Batches): Promise<void> {
  const text = async function* (): AsyncGenerator<string, void> {
    for await (const blobs of batches) yield blobs.map((blob) => `${JSON.stringify(blob)}\n`).join('');
  };
  await pipeline(Readable.from(text()), createWriteStream(path, { flush: true, mode: 0o600 }));
}
