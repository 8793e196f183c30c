import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ExportFolder } from '../exporting/export-folder.js';
import { ZipSource } from '../importing/sources/zip-source.js';
import { UsageError } from '../program/options.js';
import type { Progress } from '../program/output.js';
import { Refused } from '../transfer/refused.js';

/** What an exported map has at its top. What begins with a dot is left by an export that was killed. */
const OWN =
  /^(?:index\.html|README\.txt|style(?:-dark)?\.json|assets|ground|layers|\.cairn-part.*|\.cairn-map\.zip)$/;
/** While it arrives it is a file of the folder, so that it needs no room on another disk. */
const ARCHIVE = '.cairn-map.zip';

/** What an export of a map has written. */
export interface WrittenMap {
  readonly files: number;
  readonly sizeInBytes: number;
  /** Files of an earlier export that are gone. */
  readonly removed: number;
}

/** A folder on disk that has an exported map, or will have it, and nothing else. */
export class MapFolder {
  private readonly folder: ExportFolder;

  private constructor(private readonly path: string) {
    // It is made to be published: a web server often is another user of the machine.
    this.folder = new ExportFolder(path, 'everybody');
  }

  /** @throws {UsageError} for a folder with other files. */
  static async open(path: string): Promise<MapFolder> {
    const foreign = (await namesIn(path)).find((name) => !OWN.test(name));
    if (foreign !== undefined)
      throw new UsageError(
        `${path} has a file that is of no exported map: ${JSON.stringify(foreign)}. Use a new folder`,
      );
    return new MapFolder(path);
  }

  /**
   * Writes the files of a ZIP file. A page that is there stays until the ZIP file has arrived whole.
   * @throws {Refused} if a file is damaged, or would lie outside of the folder.
   */
  async write(zip: AsyncIterable<Uint8Array>, progress: Progress): Promise<WrittenMap> {
    try {
      await this.folder.write(ARCHIVE, counted(zip, progress));
      return await this.unpack();
    } finally {
      await this.folder.discard(ARCHIVE);
    }
  }

  private async unpack(): Promise<WrittenMap> {
    const source = await ZipSource.open(join(this.path, ARCHIVE));
    const names = new Set<string>();
    let sizeInBytes = 0;
    try {
      for await (const file of source.list()) {
        const { name, refused, ignored } = file;
        const reason =
          refused ?? ignored ?? (OWN.test(name.split('/', 1)[0] ?? '') ? undefined : 'No map has it.');
        if (reason !== undefined) throw new Refused(`${name}: ${reason}`);
        await this.folder.write(name, await file.open());
        names.add(name);
        sizeInBytes += file.sizeInBytes;
      }
    } finally {
      await source.close();
    }
    return { files: names.size, sizeInBytes, removed: await this.removeOthers(names) };
  }

  private async removeOthers(names: ReadonlySet<string>): Promise<number> {
    const found = await readdir(this.path, { recursive: true, withFileTypes: true });
    const others = found
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(join(this.path, '/').length))
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => !names.has(name) && name !== ARCHIVE);
    for (const name of others) await this.folder.remove(name);
    return others.length;
  }
}

async function namesIn(path: string): Promise<readonly string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR')
      throw new UsageError(`${path} is a file, and must be a folder`);
    throw error;
  }
}

async function* counted(bytes: AsyncIterable<Uint8Array>, progress: Progress): AsyncGenerator<Uint8Array> {
  let arrived = 0;
  try {
    for await (const chunk of bytes) {
      arrived += chunk.length;
      progress.set(arrived, arrived);
      yield chunk;
    }
  } finally {
    progress.stop();
  }
}
