import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesOf, type Contents } from './file-contents.js';

/** What is on a disk: by path, a file's contents, or `undefined` for a directory, which comes before what lies in it. */
export class DiskImage {
  constructor(private readonly entries: ReadonlyMap<string, Contents | undefined>) {}

  /** The same for images with the same names and the same bytes behind them. */
  get signature(): string {
    return Array.from(this.entries, ([path, contents]) => `${path}=${contents?.name ?? ''}`)
      .sort()
      .join('\n');
  }

  /** Its files by path, with their bytes. */
  get files(): ReadonlyMap<string, Uint8Array> {
    const files = [...this.entries].flatMap(([path, contents]) =>
      contents === undefined ? [] : [[path, bytesOf(contents)] as const],
    );
    return new Map(files);
  }

  /** Puts it into a folder. */
  writeTo(folder: string): void {
    for (const [path, contents] of this.entries) {
      if (contents === undefined) mkdirSync(join(folder, path));
      else writeFileSync(join(folder, path), bytesOf(contents));
    }
  }
}
