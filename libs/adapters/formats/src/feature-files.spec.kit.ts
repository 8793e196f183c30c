import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FeatureFiles } from '@cairn/spaces/spi';
import type { FilesSubject } from '@cairn/testkit';
import type { LocalFiles } from './process/local-feature-files.js';

/** A GeoPackage of three features has 100 KiB. */
const MAX_BYTES = 200_000;

/** Opens files under test, each in a folder of its own. */
export class FilesFolders {
  private readonly folders: string[] = [];

  async open(files: (options: LocalFiles) => FeatureFiles): Promise<FilesSubject> {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-files-'));
    this.folders.push(folder);
    return {
      files: files({ folder, maxBytes: MAX_BYTES }),
      maxBytes: MAX_BYTES,
      kept: async () => await readdir(folder),
    };
  }

  async close(): Promise<void> {
    for (const folder of this.folders) await rm(folder, { recursive: true });
  }
}
