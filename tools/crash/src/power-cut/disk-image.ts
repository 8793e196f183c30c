import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesOf, type Contents } from './file-contents.js';

/**
 * Contents of a disk by path: a file's contents, or `undefined` for a directory. Directories come before their
 * entries.
 */
export class DiskImage {
  constructor(private readonly entries: ReadonlyMap<string, Contents | undefined>) {}

  /** Equal for images with the same names and bytes. */
  get signature(): string {
    return Array.from(this.entries, ([path, contents]) => `${path}=${contents?.name ?? ''}`)
      .sort()
      .join('\n');
  }

  /** Files by path. */
  get files(): ReadonlyMap<string, Uint8Array> {
    const files = [...this.entries].flatMap(([path, contents]) =>
      contents === undefined ? [] : [[path, bytesOf(contents)] as const],
    );
    return new Map(files);
  }

  /** Writes the image to a folder. */
  writeTo(folder: string): void {
    for (const [path, contents] of this.entries) {
      if (contents === undefined) mkdirSync(join(folder, path));
      else writeFileSync(join(folder, path), bytesOf(contents));
    }
  }
}
