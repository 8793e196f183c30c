import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { lstat, mkdir, open, rename, rm, rmdir, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';

const PART = '.cairn-part';

/**
 * An export of an account contains private data, such as private images, so no other user of the machine may read it.
 */
const MODES = {
  owner: { file: 0o600, folder: 0o700 },
  everybody: { file: 0o644, folder: 0o755 },
} as const;
const OF_OTHERS = 0o077;

/** Windows has no such flag. There, links are looked for before a file is opened. */
const NO_LINKS = constants.O_NOFOLLOW || 0;

/** No file can have this name, because it would be outside of the folder. */
export class NameOutside extends Error {
  override readonly name = 'NameOutside';
}

/**
 * Writes each file under a temporary name until it is complete. Whatever the names are, and even if there are links
 * below the folder, nothing outside of it is read, written or removed, and links stay unchanged. The folder itself may
 * be a link.
 */
export class ExportFolder {
  /** @param readers Who may read what is written, where files have such rights. */
  constructor(
    private readonly root: string,
    private readonly readers: keyof typeof MODES = 'owner',
  ) {}

  /** The text of a file; `undefined` if there is none. @throws {Error} with the code ELOOP for a link. */
  async find(name: string): Promise<string | undefined> {
    if ((await this.look(name))?.isFile() !== true) return undefined;
    return await this.using(name, constants.O_RDONLY, (file) => file.readFile('utf8'));
  }

  /**
   * The size in bytes of whatever has this name; `undefined` if nothing has.
   * @throws {Error} with the code ELOOP for a link.
   */
  async sizeOf(name: string): Promise<number | undefined> {
    return (await this.look(name))?.size;
  }

  /** Whether two names lead to the same file, as on a file system that ignores case. */
  async isSame(one: string, other: string): Promise<boolean> {
    const [first, second] = await Promise.all(
      [one, other].map((name) => this.look(name).catch(() => undefined)),
    );
    return first !== undefined && first.ino === second?.ino && first.dev === second.dev;
  }

  async writeText(name: string, text: string): Promise<void> {
    await this.write(name, Readable.from([text]));
  }

  async append(name: string, text: string): Promise<void> {
    await this.makeFoldersOf(name);
    await this.look(name);
    const { O_APPEND, O_CREAT, O_WRONLY } = constants;
    await this.using(name, O_APPEND | O_CREAT | O_WRONLY, (file) => file.writeFile(text));
  }

  /**
   * Writes a file. Calls `isRight` with the SHA-256 of the bytes before the file gets its name. If it returns `false`,
   * nothing is kept.
   */
  async write(
    name: string,
    bytes: AsyncIterable<Uint8Array | string>,
    isRight: (sha256: string) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<boolean> {
    const part = partOf(name);
    await this.makeFoldersOf(name);
    await this.look(name);
    const hash = createHash('sha256');
    const hashed = async function* (): AsyncGenerator<Uint8Array | string> {
      for await (const piece of bytes) {
        hash.update(piece);
        yield piece;
      }
    };
    try {
      await rm(this.pathOf(part), { force: true }); // left by an export that was killed, or a link
      const { O_CREAT, O_EXCL, O_WRONLY } = constants;
      await this.using(part, O_CREAT | O_EXCL | O_WRONLY, (file) => file.writeFile(hashed()));
      if (!(await isRight(hash.digest('hex')))) return false;
      await this.look(name); // again, because receiving the bytes may have taken long
      await rename(this.pathOf(part), this.pathOf(name));
      return true;
    } finally {
      await rm(this.pathOf(part), { force: true });
    }
  }

  /** Removes the access of everybody except the user. */
  async restrict(name: string): Promise<void> {
    const found = await this.look(name);
    if (found?.isFile() === true && (found.mode & OF_OTHERS) !== 0)
      await this.using(name, constants.O_RDONLY, (file) => file.chmod(MODES.owner.file));
  }

  /** Removes a file, if there is one. Folders, links, and everything behind a link stay. */
  async remove(name: string): Promise<void> {
    await this.removeAt(name);
  }

  /** Removes a file and its temporary file. */
  async discard(name: string): Promise<void> {
    for (const one of [name, partOf(name)]) await this.removeAt(one);
  }

  /** Removes the folders around a file that are otherwise empty. */
  async removeEmptyAbove(name: string): Promise<void> {
    for (let folder = dirname(name); folder !== '.'; folder = dirname(folder))
      try {
        await this.assertNoLinkAbove(folder);
        await rmdir(this.pathOf(folder));
      } catch {
        return; // it is not empty, or not a folder
      }
  }

  private async removeAt(name: string): Promise<void> {
    try {
      await this.look(name);
      await rm(this.pathOf(name), { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && NO_FILE.has(error.code))) throw error;
    }
  }

  private pathOf(name: string): string {
    assertInside(name);
    return join(this.root, name);
  }

  /**
   * The status of whatever has this name; `undefined` if nothing has.
   * @throws {Error} with the code ELOOP for a link, or a name behind a link.
   */
  private async look(name: string): Promise<Stats | undefined> {
    await this.assertNoLinkAbove(name);
    return await this.lookAt(name);
  }

  private async assertNoLinkAbove(name: string): Promise<void> {
    for (const folder of foldersOf(name)) if ((await this.lookAt(folder)) === undefined) return;
  }

  private async lookAt(name: string): Promise<Stats | undefined> {
    const path = this.pathOf(name);
    try {
      const found = await lstat(path);
      if (found.isSymbolicLink()) throw linkAt(name);
      return found;
    } catch (error) {
      if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
        return undefined;
      throw error;
    }
  }

  private async makeFoldersOf(name: string): Promise<void> {
    assertInside(name);
    await mkdir(this.root, { recursive: true, mode: MODES[this.readers].folder });
    for (const folder of foldersOf(name)) {
      if ((await this.lookAt(folder)) !== undefined) continue;
      // Another file of the same folder may be written at the same time.
      await mkdir(this.pathOf(folder), { mode: MODES[this.readers].folder }).catch(async (error: unknown) => {
        if ((await this.lookAt(folder))?.isDirectory() !== true) throw error;
      });
    }
  }

  private async using<T>(name: string, flags: number, work: (file: FileHandle) => Promise<T>): Promise<T> {
    const file = await open(this.pathOf(name), flags | NO_LINKS, MODES[this.readers].file);
    try {
      return await work(file);
    } finally {
      await file.close();
    }
  }
}

/** Whether a file with this name is inside the folder that the name is relative to, on every operating system. */
export const isInside = (name: string): boolean =>
  !name.includes('\0') && name.split(/[\\/]/).every((part) => part !== '' && part !== '.' && part !== '..');

function assertInside(name: string): void {
  if (!isInside(name)) throw new NameOutside(`Its name leads out of the folder: ${JSON.stringify(name)}.`);
}

const partOf = (name: string): string => {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 16);
  const folder = dirname(name);
  return folder === '.' ? `${PART}-${hash}` : `${folder}/${PART}-${hash}`;
};

/** The folders that a file lies in, the outermost first. */
function foldersOf(name: string): readonly string[] {
  const parts = name.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** The error of the operating system for opening a link without following it. */
const linkAt = (name: string): Error =>
  Object.assign(new Error(`${name} is a link, which no export follows.`), {
    code: 'ELOOP',
    syscall: 'lstat',
  });

/** The error codes if there is no such file, if it is something else, or if there is a link on the way. */
const NO_FILE: ReadonlySet<unknown> = new Set([
  ...['ERR_FS_EISDIR', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'],
]);
