import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Output } from '../program/output.js';
import type { FeatureSpaces, SpaceExport } from './feature-spaces.js';

/** A space, and the file that it is written into: `-` for standard output. */
export interface SpacePlan extends SpaceExport {
  readonly spaceId: string;
  readonly path: string;
  readonly signal: AbortSignal;
  readonly output: Output;
}

/** Only its user reads it. */
const MODE = 0o600;

/** Writes a space into a file, which is there whole or not at all. */
export async function exportSpace(
  spaces: FeatureSpaces,
  { spaceId, path, signal, output, ...wanted }: SpacePlan,
): Promise<void> {
  const bytes = Readable.from(await spaces.exportFile(spaceId, wanted), { objectMode: false });
  if (path === '-') {
    await pipeline(bytes, process.stdout, { end: false, signal });
    return;
  }
  const part = `${path}.${process.pid}.part`;
  try {
    const file = createWriteStream(part, { flags: 'wx', mode: MODE });
    await pipeline(bytes, file, { signal });
    await rename(part, path);
    output.result({ spaceId, file: path, format: wanted.format, sizeInBytes: file.bytesWritten }, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
