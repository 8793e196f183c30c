import { StorageFull } from '@cairn/kernel';
import { copyLog } from './checkpoint.js';
import type { DiskReserve } from './disk-reserve.js';
import type { SqliteConnection } from './sqlite-connection.js';
import type { WriteQueue } from './write-queue.js';

const MEBIBYTE = 1024 * 1024;

/** Free pages that the file keeps for later writes: the larger of the two. */
const KEPT_SHARE = 0.1;
const KEPT_BYTES = MEBIBYTE;

/** Milliseconds of one step without its commit. */
const STEP_MS = 5;

/** Only files with at most this much in use are converted, because all writes wait for that, about 7 ms per MiB. */
const MAX_CONVERTED_BYTES = 16 * MEBIBYTE;

/** The value of `PRAGMA auto_vacuum`. */
const INCREMENTAL = 2;

interface Pages {
  readonly size: number;
  readonly all: number;
  readonly free: number;
  readonly mode: number;
}

interface VacuumOptions {
  readonly writer: SqliteConnection;
  readonly reader: SqliteConnection;
  readonly queue: WriteQueue;
  readonly reserve: DiskReserve;
}

/**
 * Gives free pages back to the disk, some in each turn of the writer. To move a page, SQLite must know what refers to
 * it. Files of older versions do not record that: they are converted once, by `VACUUM`, if little of the file is in
 * use.
 */
export class Vacuum {
  private isLogToBeCopied = false;
  private hasFailed = false;

  constructor(private readonly options: VacuumOptions) {}

  /** Resolves to the bytes that one step gave back; 0 once there is no more to give. @throws {StorageUnavailable} */
  async step(): Promise<number> {
    const before = this.pages();
    const surplus = surplusOf(before);
    if (surplus > 0) await (before.mode === INCREMENTAL ? this.move(surplus) : this.convert(before));
    const bytes = (before.all - this.pages().all) * before.size;
    if (bytes > 0) this.isLogToBeCopied = true;
    else if (this.isLogToBeCopied) await this.shortenFile();
    return Math.max(0, bytes);
  }

  private async move(pages: number): Promise<void> {
    const { queue, writer } = this.options;
    await queue.runInBackground(async () => {
      const until = performance.now() + STEP_MS;
      const moveOne = writer.prepare('PRAGMA incremental_vacuum(1)');
      let left = pages;
      do {
        moveOne.run(); // moves at least one page, because a step without a result ends the work
        left -= 1;
      } while (left > 0 && performance.now() < until);
    }, 'reserve');
  }

  private async convert({ all, free, size }: Pages): Promise<void> {
    const bytes = (all - free) * size;
    const { queue, reserve } = this.options;
    if (this.hasFailed || bytes > MAX_CONVERTED_BYTES || !(await reserve.hasRoomFor(bytes))) return;
    try {
      await queue.runAlone((statements) => statements.query('VACUUM'), 'reserve');
    } catch (error) {
      this.hasFailed = !(error instanceof StorageFull); // it would fail again
      throw error;
    }
  }

  /** The file becomes shorter when the log is copied into it, which a reader may delay. */
  private async shortenFile(): Promise<void> {
    this.isLogToBeCopied = !(await this.options.queue.runAlone(copyLog));
  }

  private pages(): Pages {
    const [pages] = this.options.reader
      .prepare(
        `SELECT page_size AS size, page_count AS "all", freelist_count AS free, auto_vacuum AS mode
         FROM pragma_page_size, pragma_page_count, pragma_freelist_count, pragma_auto_vacuum`,
      )
      .all() as [Pages];
    return pages;
  }
}

/** The number of free pages beyond those that the file keeps. */
function surplusOf({ size, all, free }: Pages): number {
  return Math.ceil(free - Math.max(all * KEPT_SHARE, KEPT_BYTES / size));
}
