import type { FileHandle } from 'node:fs/promises';
import { storing } from './fs-errors.js';

/** A file whose bytes are written, and that is synced once or never. */
export class NewFile {
  private flushed: Promise<void> | undefined;

  constructor(private readonly handle: FileHandle) {}

  /** Makes the bytes durable and closes the file; the same attempt for every caller. @throws {StorageUnavailable} */
  async flush(): Promise<void> {
    this.flushed ??= storing(this.handle.sync()).finally(() => this.handle.close());
    await this.flushed;
  }

  /** Closes the file as it is, unless it is being synced. */
  async close(): Promise<void> {
    if (this.flushed !== undefined) return;
    this.flushed = Promise.reject(new Error('The file is closed.'));
    this.flushed.catch(() => undefined);
    await this.handle.close();
  }
}
