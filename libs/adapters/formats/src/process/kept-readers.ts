import type { FormatReader } from './format-reader.js';

/**
 * Programs that have read a received file and may read it again. An import reads a file up to three times, and a program takes
 * longer to start than to read a small file. A program never gets the file of somebody else.
 */
export class KeptReaders {
  private readonly files = new Map<string, FormatReader | undefined>();

  /** @param max Programs that are kept. The oldest is ended for the next one. */
  constructor(private readonly max: number) {}

  /** From now on the program of this file is kept. */
  begin(path: string): void {
    this.files.set(path, undefined);
  }

  take(path: string): FormatReader | undefined {
    const reader = this.files.get(path);
    if (reader === undefined) return undefined;
    this.files.set(path, undefined);
    return reader.isReady ? reader : undefined;
  }

  /** Keeps the program, or ends it. */
  giveBack(path: string, reader: FormatReader): void {
    const isFree = this.files.has(path) && this.files.get(path) === undefined;
    if (!isFree || !reader.isReady) return reader.kill();
    this.files.delete(path);
    this.files.set(path, reader); // as the latest
    const kept = [...this.files].filter(([, one]) => one !== undefined);
    for (const [oldest] of kept.slice(0, -this.max)) {
      this.files.get(oldest)?.kill();
      this.files.set(oldest, undefined);
    }
  }

  /** The file is gone, and nothing reads it again. */
  end(path: string): void {
    this.files.get(path)?.kill();
    this.files.delete(path);
  }
}
