import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { StoreMarker } from '@cairn/images/spi';
import { syncDirectory } from './directories.js';
import { codeOf, ifPresent, storing, unavailable } from './fs-errors.js';

/** A file beside the store's directories. It is written completely in the staging directory before it is linked. */
export class FsStoreMarker implements StoreMarker {
  constructor(
    private readonly file: string,
    private readonly stagingPath: string,
  ) {}

  async find(): Promise<string | undefined> {
    return await ifPresent(readFile(this.file, 'utf8'));
  }

  async claim(text: string): Promise<string> {
    const staged = await this.stage(text);
    try {
      await link(staged, this.file); // unlike a rename, a link never replaces an existing file
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw unavailable(error);
    } finally {
      await Promise.allSettled([unlink(staged)]);
    }
    // Also for another process's marker, which may not be durable yet.
    await syncDirectory(dirname(this.file));
    return await storing(readFile(this.file, 'utf8'));
  }

  async replace(text: string): Promise<void> {
    await storing(rename(await this.stage(text), this.file));
    await syncDirectory(dirname(this.file));
  }

  /** What a crash leaves here is discarded with unfinished uploads. */
  private async stage(text: string): Promise<string> {
    const path = join(this.stagingPath, randomBytes(16).toString('hex'));
    const handle = await storing(open(path, 'wx', 0o600));
    try {
      await storing(handle.writeFile(text));
      await storing(handle.sync());
    } finally {
      await handle.close();
    }
    return path;
  }
}
