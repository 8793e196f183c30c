import { createReadStream } from 'node:fs';

/** A file of a folder that is sent as a ZIP file. */
export interface FolderFile {
  /** Its path within the folder, with `/`. */
  readonly name: string;
  readonly bytes: string | AsyncIterable<Uint8Array | string>;
}

/** The bytes of a file on disk, which is opened when they are read. */
export async function* bytesAt(path: string): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of createReadStream(path)) if (chunk instanceof Uint8Array) yield chunk;
}
