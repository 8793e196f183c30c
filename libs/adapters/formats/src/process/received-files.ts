import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { FormatLimitExceeded } from '@cairn/spaces';
import type { ReceivedFile } from '@cairn/spaces/spi';
import { READING_LIMITS } from '../limits/reading-limits.js';
import { diskError } from './full-disk.js';

/** Folders are named by the machine, the process and its start: numbers of processes come again, in containers always. */
const MACHINE = hostname().replaceAll(/[^\w.]/g, '');
const NAME = /^cairn-file_([\w.]*)_(\d+)_(\d+)_/;
const STARTED_AT = Math.floor(performance.timeOrigin);

interface ReceivedFilesOptions {
  readonly folder?: string | undefined;
  readonly maxBytes?: number | undefined;
}

/** Files that were sent, each in a folder that nobody else may read. */
export class ReceivedFiles {
  private removal: Promise<void> | undefined;

  private readonly folder: string;
  private readonly maxBytes: number;

  /** @param options The folder that they are kept in, and how many bytes one may have. */
  constructor({ folder = tmpdir(), maxBytes = READING_LIMITS.sizeInBytes }: ReceivedFilesOptions = {}) {
    this.folder = folder;
    this.maxBytes = maxBytes;
  }

  /** Keeps bytes until they are discarded. @throws {FormatLimitExceeded} {StorageFull} and what the bytes throw. */
  async receive(name: string, bytes: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
    const { maxBytes } = this;
    const { path: folder, discard } = await this.temporaryFolder();
    const path = join(folder, 'file');
    try {
      return { path, name, sizeInBytes: await written(path, { bytes, maxBytes }), discard };
    } catch (error) {
      await discard();
      throw diskError(error);
    }
  }

  /** A new folder. @throws {StorageFull} */
  async temporaryFolder(): Promise<{ readonly path: string; readonly discard: () => Promise<void> }> {
    await this.removeLeftOver();
    const path = await this.newFolder();
    return { path, discard: async () => await rm(path, { recursive: true, force: true }) };
  }

  private async newFolder(): Promise<string> {
    try {
      return await mkdtemp(join(this.folder, `cairn-file_${MACHINE}_${process.pid}_${STARTED_AT}_`));
    } catch (error) {
      throw diskError(error);
    }
  }

  /** Removes, once, what processes of this machine left when they were killed. */
  async removeLeftOver(): Promise<void> {
    this.removal ??= removeLeftOver(this.folder);
    await this.removal;
  }
}

async function removeLeftOver(folder: string): Promise<void> {
  // One that cannot be listed shows when a file comes.
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const [, machine, pid, startedAt] = NAME.exec(name) ?? [];
    if (machine !== MACHINE) continue;
    const isOwn = Number(pid) === process.pid && Number(startedAt) === STARTED_AT;
    if (isOwn || (Number(pid) !== process.pid && isRunning(Number(pid)))) continue;
    // Somebody else's, or removed meanwhile by another process that starts.
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** Writes a file that nobody else may read. Gives its size. */
async function written(
  path: string,
  { bytes, maxBytes }: { readonly bytes: AsyncIterable<Uint8Array>; readonly maxBytes: number },
): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  try {
    let size = 0;
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > maxBytes) throw new FormatLimitExceeded('bytes', maxBytes);
      await file.appendFile(chunk); // all of it, where `write` may write a part
    }
    return size;
  } finally {
    await file.close();
  }
}
