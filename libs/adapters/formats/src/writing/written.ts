import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { WrittenFormat } from '@cairn/spaces';
import { gpxText } from './gpx-writer.js';
import { kmlText } from './kml-writer.js';
import { type Spool, spooled } from './spool.js';

/** What is written. */
export interface Wanted {
  readonly format: WrittenFormat;
  readonly title: string;
  /** For the file, and what has to be kept meanwhile. */
  readonly folder: string;
}

/** Where the file is in its folder. */
export const writtenPath = (folder: string): string => join(folder, 'written');

/** Writes a file with these features. It is whole before anybody reads it, so that a slow reader keeps nobody waiting. */
export async function writeFeatures(lines: AsyncIterable<string>, wanted: Wanted): Promise<void> {
  const kept = join(wanted.folder, 'features');
  await writeSpool(await spooled(lines, kept), wanted);
  await rm(kept);
}

async function writeSpool(spool: Spool, { format, title, folder }: Wanted): Promise<void> {
  const path = writtenPath(folder);
  switch (format) {
    case 'gpx':
      return await writeParts(gpxText(spool), path);
    case 'kml':
      return await writeParts(kmlText(spool, title), path);
    case 'flatgeobuf':
      return await writeParts((await import('./flatgeobuf-writer.js')).flatGeobufBytes(spool, title), path);
    case 'geopackage':
      return await (await import('./geopackage-writer.js')).writeGeoPackage(spool, { path, title });
    case 'parquet':
      return await (await import('./parquet-writer.js')).writeParquet(spool, path);
  }
}

const writeParts = async (parts: AsyncIterable<string | Uint8Array>, path: string): Promise<void> =>
  await pipeline(parts, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
