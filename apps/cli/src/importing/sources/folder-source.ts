import { createReadStream, type Dirent, type Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { HIDDEN, isHidden, leftOut, unreadable, type ImportSource, type SourceFile } from './source.js';

/**
 * A folder with everything below it, or a single file. Links are not followed. Unreadable files do not end an import.
 */
export class FolderSource implements ImportSource {
  constructor(private readonly path: string) {}

  async *list(): AsyncGenerator<SourceFile> {
    const { path } = this;
    const found = await stat(path);
    if (found.isDirectory()) yield* filesBelow(path, '');
    else yield await fileAt(dirname(path), basename(path), found);
  }

  async close(): Promise<void> {}
}

async function* filesBelow(root: string, folder: string): AsyncGenerator<SourceFile> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(unreadable);
  if (entries instanceof Error) {
    const open = (): Promise<never> => Promise.reject(entries);
    yield { name: `${folder}/`, sizeInBytes: 0, refused: entries.message, open };
    return;
  }
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (isHidden(entry.name)) yield leftOut(entry.isDirectory() ? `${name}/` : name, HIDDEN);
    else if (entry.isDirectory()) yield* filesBelow(root, name);
    else yield await fileAt(root, name, entry);
  }
}

async function fileAt(root: string, name: string, entry: Dirent | Stats): Promise<SourceFile> {
  const path = join(root, name);
  const open = (): Promise<AsyncIterable<Uint8Array>> => Promise.resolve(bytesOf(path));
  // Opening a pipe would wait for a writer.
  if (!entry.isFile()) return leftOut(name, 'It is a link, or no file of bytes.');
  // Node returns names that are not UTF-8 with replacement characters, so no file is found under them.
  const found = await stat(path).catch(unreadable);
  return found instanceof Error
    ? { name, sizeInBytes: 0, refused: found.message, open }
    : { name, sizeInBytes: found.size, open };
}

async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path);
  } catch (error) {
    throw unreadable(error);
  }
}
