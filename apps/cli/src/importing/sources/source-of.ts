import type { Environment } from '@cairn/server/settings';
import { BucketSource } from './bucket-source.js';
import { FolderSource } from './folder-source.js';
import type { ImportSource } from './source.js';
import { ZipSource } from './zip-source.js';

/** The source that a path or an address names: a bucket, a ZIP, a folder or a file. */
export async function sourceOf(path: string, environment: Environment): Promise<ImportSource> {
  if (path.startsWith('s3:')) return BucketSource.of(path, environment);
  return /\.zip$/i.test(path) ? await ZipSource.open(path) : new FolderSource(path);
}
