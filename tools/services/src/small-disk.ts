import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PIECE = Buffer.alloc(64 * 1024, 'x');
const BYTE = Buffer.from('x');

/** A file system of a given size: a tmpfs, which only root may mount. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /** @throws {Error} with the reason when mounting fails. */
  static mount(sizeInBytes: number): SmallDisk {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-disk-'));
    const { status, stderr, error } = spawnSync(
      'mount',
      ['-t', 'tmpfs', '-o', `size=${sizeInBytes}`, 'tmpfs', folder],
      { encoding: 'utf8' },
    );
    if (status === 0) return new SmallDisk(folder);
    rmSync(folder, { recursive: true });
    throw new Error(`No small disk can be mounted, which needs root: ${error?.message ?? stderr.trim()}`);
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.folder);
    return bavail * bsize;
  }

  /** Fills the disk to the last byte with one file. */
  async fill(): Promise<void> {
    const handle = await open(this.foreignFile, 'a');
    for (const piece of [PIECE, BYTE]) while (await fits(handle.write(piece)));
    await handle.close();
  }

  /** Removes that file. */
  async clear(): Promise<void> {
    await rm(this.foreignFile, { force: true });
  }

  unmount(): void {
    spawnSync('umount', ['--lazy', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get foreignFile(): string {
    return join(this.folder, 'foreign');
  }
}

async function fits(write: Promise<{ readonly bytesWritten: number }>): Promise<boolean> {
  try {
    return (await write).bytesWritten > 0;
  } catch (error) {
    if (typeof error !== 'object' || error === null || !('code' in error) || error.code !== 'ENOSPC')
      throw error;
    return false;
  }
}
