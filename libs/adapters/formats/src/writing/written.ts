import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { WrittenFormat } from '@cairn/spaces';
import { gpxText } from './gpx-writer.js';
import { kmlText } from './kml-writer.js';
import { spooled } from './spool.js';

interface Wanted {
  readonly format: WrittenFormat;
  readonly title: string;
  /** For what has to be kept meanwhile. */
  readonly folder: string;
}

const bytesOf = (path: string): AsyncIterable<Buffer> => createReadStream(path);

/** The bytes of a file with these features. */
export async function* written(
  lines: AsyncIterable<string>,
  { format, title, folder }: Wanted,
): AsyncGenerator<Uint8Array | string, void, undefined> {
  const spool = await spooled(lines, join(folder, 'features'));
  const path = join(folder, 'written');
  switch (format) {
    case 'gpx':
      return yield* gpxText(spool);
    case 'kml':
      return yield* kmlText(spool, title);
    case 'flatgeobuf':
      return yield* (await import('./flatgeobuf-writer.js')).flatGeobufBytes(spool, title);
    case 'geopackage':
      await (await import('./geopackage-writer.js')).writeGeoPackage(spool, { path, title });
      yield* bytesOf(path);
      return;
    case 'parquet':
      await (await import('./parquet-writer.js')).writeParquet(spool, path);
      yield* bytesOf(path);
      return;
  }
}
