import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { StoreMarker } from '@cairn/images';
import { syncDirectory } from './directories.js';
import { codeOf, ifPresent, storing, unavailable } from './fs-errors.js';

/** A file beside the directories of the store, written whole in the staging directory before it gets its name. */
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
      await link(staged, this.file); // which, unlike a rename, never takes the place of what is there
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw unavailable(error);
    } finally {
      await Promise.allSettled([unlink(staged)]);
    }
    // Also for the one of another process, which may not be durable yet.
    await syncDirectory(dirname(this.file));
    return await storing(readFile(this.file, 'utf8'));
  }

  async replace(text: string): Promise<void> {
    await storing(rename(await this.stage(text), this.file));
    await syncDirectory(dirname(this.file));
  }

  /** What is left of one by a crash goes with the uploads that were never finished. */
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
