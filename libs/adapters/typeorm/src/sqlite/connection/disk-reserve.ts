import { randomFillSync } from 'node:crypto';
import { appendFile, open, stat, statfs, truncate, type FileHandle } from 'node:fs/promises';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { SingleFlight, StorageFull, StorageUnavailable } from '@cairn/kernel';
import { codeOf } from '../../sql/query-cause.js';

const MEBIBYTE = 1024 * 1024;

/** Larger than the write-ahead log grows before a checkpoint. */
const DEFAULT_BYTES = 8 * MEBIBYTE;

/** Released in steps, because other programs may use the released space. */
const STEP_BYTES = MEBIBYTE;

/** The part of a step that the log gets. The rest is for the database, which may grow at the next checkpoint. */
const LOG_SHARE = 3 / 4;

/**
 * Opening a database needs about 35 KiB. Whatever is released beyond that may be taken by other programs at every
 * start.
 */
const START_STEP_BYTES = 64 * 1024;

/** A running server does not release this part, so that the next one can start. */
const START_BYTES = 4 * START_STEP_BYTES;

/** A disk with less free space counts as full. */
const ROOM_BYTES = MEBIBYTE;

// Node has no name for an exceeded disk quota.
const FULL = new Set(['ENOSPC', 'EDQUOT', `Unknown system error -${constants.errno.EDQUOT}`]);

/** Disk space reserved beside a database in a file, and released when the disk is full. */
export class DiskReserve {
  private heldBytes = 0;
  private readonly filling = new SingleFlight<void>();

  /**
   * Opens a database. If the disk is full, releases a small step and opens it again: even reading needs 32 KiB of
   * shared memory in a file, which the last process removed when it closed the database.
   * @throws what `openDatabase` throws, `StorageFull` once nothing is left.
   */
  static async releaseWhileFull<T>(databaseFile: string, openDatabase: () => Promise<T>): Promise<T> {
    const file = reserveOf(databaseFile);
    for (;;) {
      try {
        return await openDatabase();
      } catch (error) {
        const { size } = await stat(file).catch(() => ({ size: 0 }));
        if (!(error instanceof StorageFull) || size === 0) throw error;
        await truncate(file, Math.max(0, size - START_STEP_BYTES));
      }
    }
  }

  private readonly file: string;

  private constructor(
    private readonly databaseFile: string,
    private readonly sizeInBytes: number,
  ) {
    this.file = reserveOf(databaseFile);
  }

  /** Reserves as much as the disk allows. @throws {StorageUnavailable} */
  static async open(databaseFile: string, sizeInBytes = DEFAULT_BYTES): Promise<DiskReserve> {
    const reserve = new DiskReserve(databaseFile, sizeInBytes);
    await reserve.fill();
    return reserve;
  }

  /** Whether the full size is reserved. */
  get isWhole(): boolean {
    return this.heldBytes >= this.sizeInBytes;
  }

  /** Restores the whole reserve if the disk has space for it. @throws {StorageUnavailable} */
  async fill(): Promise<void> {
    await this.filling.run(() => this.grow());
  }

  /** Whether the disk has free space besides the reserve. @throws {StorageUnavailable} */
  async hasRoom(): Promise<boolean> {
    if (!this.isWhole) await this.fill();
    return this.isWhole && (await this.freeBytes()) >= ROOM_BYTES;
  }

  /** Whether the disk has free space for this many bytes, or the reserve for twice as many. */
  async hasRoomFor(bytes: number): Promise<boolean> {
    return bytes * 2 <= this.heldBytes || bytes <= (await this.freeBytes());
  }

  /** Releases one step. Returns `false` if only the part for the next start is left. */
  async release(): Promise<boolean> {
    if (this.heldBytes <= START_BYTES) return false;
    this.heldBytes = Math.max(START_BYTES, this.heldBytes - STEP_BYTES);
    await truncate(this.file, this.heldBytes);
    return true;
  }

  /**
   * Releases one step to the write-ahead log, most of it at once, before another program takes it. The log is
   * overwritten from its start after a checkpoint, so later transactions of that size need no more space. SQLite
   * ignores what is after its frames. Returns `false` like `release`.
   */
  async releaseToLog(): Promise<boolean> {
    const before = this.heldBytes;
    if (!(await this.release())) return false;
    const bytes = (before - this.heldBytes) * LOG_SHARE;
    await appendFile(`${this.databaseFile}-wal`, Buffer.alloc(bytes)).catch(() => undefined); // other programs were faster
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
      const noise = randomFillSync(Buffer.allocUnsafe(MEBIBYTE)); // random, so that no file system compresses them
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

const reserveOf = (databaseFile: string): string => `${databaseFile}.reserve`;
