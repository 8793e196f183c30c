import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isHidden, type ImportSource, type SourceFile } from './source.js';

/** A folder of the disk with all below it, or one file. Links are not followed. */
export class FolderSource implements ImportSource {
  constructor(private readonly path: string) {}

  async *list(): AsyncGenerator<SourceFile> {
    const { path } = this;
    if ((await stat(path)).isDirectory()) yield* filesBelow(path, '');
    else yield await fileAt(dirname(path), basename(path));
  }

  async close(): Promise<void> {}
}

async function* filesBelow(root: string, folder: string): AsyncGenerator<SourceFile> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (isHidden(entry.name)) continue;
    if (entry.isDirectory()) yield* filesBelow(root, name);
    else if (entry.isFile()) yield await fileAt(root, name);
  }
}

async function fileAt(root: string, name: string): Promise<SourceFile> {
  const path = join(root, name);
  const { size: sizeInBytes } = await stat(path);
  return { name, sizeInBytes, open: () => Promise.resolve(createReadStream(path)) };
}
