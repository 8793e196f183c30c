import { randomFillSync } from 'node:crypto';
import { open, statfs, truncate, type FileHandle } from 'node:fs/promises';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { StorageUnavailable } from '@cairn/kernel';
import { codeOf } from '../../sql/query-cause.js';

const MEBIBYTE = 1024 * 1024;

/** More than a write-ahead log grows to before it is copied into its database. */
const DEFAULT_BYTES = 8 * MEBIBYTE;

/** Released piece by piece, as others may take what is released. */
const STEP_BYTES = MEBIBYTE;

/** With less than this left, a disk counts as full. */
const ROOM_BYTES = MEBIBYTE;

// Node has no name of its own for a disk quota that is reached.
const FULL = new Set(['ENOSPC', 'EDQUOT', `Unknown system error -${constants.errno.EDQUOT}`]);

/** Room on the disk beside a database, held by a file of noise and given up when there is no other left. */
export class DiskReserve {
  private heldBytes = 0;
  private filling: Promise<void> | undefined;

  private constructor(
    private readonly file: string,
    private readonly sizeInBytes: number,
  ) {}

  /** Holds room beside a database file, as far as there is some. @throws {StorageUnavailable} */
  static async open(databaseFile: string, sizeInBytes = DEFAULT_BYTES): Promise<DiskReserve> {
    const reserve = new DiskReserve(`${databaseFile}.reserve`, sizeInBytes);
    await reserve.fill();
    return reserve;
  }

  /** Whether all the room is held that should be. */
  get isWhole(): boolean {
    return this.heldBytes >= this.sizeInBytes;
  }

  /** Becomes whole, if the disk has room for all that is missing. @throws {StorageUnavailable} */
  async fill(): Promise<void> {
    this.filling ??= this.grow().finally(() => (this.filling = undefined));
    await this.filling;
  }

  /** Whether there is room on the disk besides what is held here. @throws {StorageUnavailable} */
  async hasRoom(): Promise<boolean> {
    if (!this.isWhole) await this.fill();
    return this.isWhole && (await this.freeBytes()) >= ROOM_BYTES;
  }

  /** Gives up a piece of the room; `false` when there is none left. */
  async release(): Promise<boolean> {
    if (this.heldBytes === 0) return false;
    this.heldBytes = Math.max(0, this.heldBytes - STEP_BYTES);
    await truncate(this.file, this.heldBytes);
    return true;
  }

  private async grow(): Promise<void> {
    try {
      const handle = await open(this.file, 'a', 0o600);
      try {
        await this.append(handle);
      } finally {
        await handle.close();
      }
    } catch (cause) {
      if (!FULL.has(codeOf(cause)))
        throw new StorageUnavailable(`The file ${this.file} cannot be written.`, { cause });
    }
  }

  private async append(handle: FileHandle): Promise<void> {
    const { size } = await handle.stat();
    this.heldBytes = Math.min(size, this.sizeInBytes);
    if (size > this.sizeInBytes) await handle.truncate(this.sizeInBytes);
    const missing = this.sizeInBytes - this.heldBytes;
    if (missing === 0 || (await this.freeBytes()) < missing) return;
    try {
      const noise = randomFillSync(Buffer.allocUnsafe(MEBIBYTE)); // which no file system compresses
      for (let left = missing; left > 0; left -= MEBIBYTE) await handle.appendFile(noise.subarray(0, left));
      this.heldBytes = this.sizeInBytes;
    } catch (error) {
      await handle.truncate(this.heldBytes);
      throw error;
    }
  }

  private async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(dirname(this.file));
    return bavail * bsize;
  }
}
