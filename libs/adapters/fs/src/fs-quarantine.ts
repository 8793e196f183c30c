import { link, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BlobQuarantine, StoredBlob } from '@cairn/images';
import type { BlobDirectory } from './blob-directory.js';
import { syncDirectory } from './directories.js';
import { codeOf, ifPresent, unavailable } from './fs-errors.js';

/** Files in a directory beside the one of the blobs. A file is linked there, durably, before its old name goes. */
export class FsQuarantine implements BlobQuarantine {
  constructor(
    private readonly blobs: BlobDirectory,
    private readonly quarantined: BlobDirectory,
  ) {}

  async add(key: string): Promise<void> {
    await move(key, this.blobs, this.quarantined);
  }

  async restore(key: string): Promise<boolean> {
    await move(key, this.quarantined, this.blobs);
    return (await this.blobs.find(key)) !== undefined;
  }

  async list(limit: number, after: string | undefined): Promise<readonly StoredBlob[]> {
    return await this.quarantined.list(limit, after);
  }

  async delete(key: string): Promise<void> {
    const path = this.quarantined.pathOf(key);
    if (path !== undefined) await ifPresent(unlink(path));
  }
}

/** Links and unlinks, as a rename may be durable in the old directory and not in the new one. */
async function move(key: string, from: BlobDirectory, to: BlobDirectory): Promise<void> {
  const [source, target] = [from.pathOf(key), to.pathOf(key)];
  if (source === undefined || target === undefined || (await from.find(key)) === undefined) return;
  await to.prepare(key);
  try {
    await link(source, target);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' && (await from.find(key)) === undefined) return;
    if (code === 'ENOENT') to.forget(key);
    // The same bytes are there from a move that a crash cut short.
    if (code !== 'EEXIST') throw unavailable(error);
  }
  await syncDirectory(dirname(target));
  await ifPresent(unlink(source));
  await syncDirectory(dirname(source));
}
