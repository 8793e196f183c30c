import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { appendFile, mkdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const PART = '.cairn-part';

/** Writes files whole: each has another name until all of it is there. */
export class ExportFolder {
  constructor(private readonly root: string) {}

  /** The text of a file, if it is there. */
  async find(name: string): Promise<string | undefined> {
    return await readFile(join(this.root, name), 'utf8').catch(() => undefined);
  }

  /** The size of a file in bytes, if it is there. */
  async sizeOf(name: string): Promise<number | undefined> {
    const found = await stat(join(this.root, name)).catch(() => undefined);
    return found?.size;
  }

  /** Whether two names lead to one file, as they may where a file system ignores case. */
  async isSame(one: string, other: string): Promise<boolean> {
    const [first, second] = await Promise.all(
      [one, other].map((name) => stat(join(this.root, name), { bigint: true }).catch(() => undefined)),
    );
    return first !== undefined && first.ino === second?.ino && first.dev === second.dev;
  }

  async writeText(name: string, text: string): Promise<void> {
    const part = await this.partOf(name);
    await writeFile(part, text);
    await rename(part, join(this.root, name));
  }

  async append(name: string, text: string): Promise<void> {
    await appendFile(join(this.root, name), text);
  }

  /**
   * Writes a file, and calls `isRight` with the SHA-256 of the bytes before the file has its name. Nothing is kept where
   * they are not right.
   */
  async write(
    name: string,
    bytes: AsyncIterable<Uint8Array | string>,
    isRight: (sha256: string) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<boolean> {
    const part = await this.partOf(name);
    const hash = createHash('sha256');
    const hashed = async function* (): AsyncGenerator<Uint8Array | string> {
      for await (const piece of bytes) {
        hash.update(piece);
        yield piece;
      }
    };
    try {
      await pipeline(Readable.from(hashed(), { objectMode: false }), createWriteStream(part));
      if (!(await isRight(hash.digest('hex')))) return false;
      await rename(part, join(this.root, name));
      return true;
    } finally {
      await rm(part, { force: true });
    }
  }

  /** Removes a file, as far as there is one. What became a folder stays. */
  async remove(name: string): Promise<void> {
    await rm(join(this.root, name), { force: true }).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && NO_FILE.has(error.code))) throw error;
    });
  }

  /** Removes a file and what was begun of it. */
  async discard(name: string): Promise<void> {
    await this.remove(name);
    await rm(this.partPathOf(name), { force: true });
  }

  /** Removes the folders around a file that have nothing else. */
  async removeEmptyAbove(name: string): Promise<void> {
    for (let folder = dirname(name); folder !== '.'; folder = dirname(folder))
      try {
        await rmdir(join(this.root, folder));
      } catch {
        return; // it has something, or is no folder
      }
  }

  private async partOf(name: string): Promise<string> {
    const part = this.partPathOf(name);
    await mkdir(dirname(part), { recursive: true });
    return part;
  }

  private partPathOf(name: string): string {
    const hash = createHash('sha256').update(name).digest('hex').slice(0, 16);
    return join(this.root, dirname(name), `${PART}-${hash}`);
  }
}

/** There is no file of the name, or something else. */
const NO_FILE: ReadonlySet<unknown> = new Set(['ERR_FS_EISDIR', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG']);
