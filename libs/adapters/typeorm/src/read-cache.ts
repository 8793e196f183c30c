import type { Database } from './database.js';

const MAX_ENTRIES = 10_000;

/** Remembers what was read until the database is written to, and nothing where others write to it too. */
export class ReadCache<T extends object> {
  private readonly known = new Map<string, T>();
  private version: number | undefined;

  constructor(
    private readonly database: Database,
    private readonly read: (key: string) => Promise<T | undefined>,
  ) {}

  /** The same object as long as nothing was written. */
  async find(key: string): Promise<T | undefined> {
    const { version } = this.database;
    if (version === undefined) return await this.read(key);
    if (version !== this.version) {
      this.known.clear();
      this.version = version;
    }
    return this.known.get(key) ?? (await this.load(key, version));
  }

  private async load(key: string, version: number): Promise<T | undefined> {
    const value = await this.read(key);
    // What was read while something was written may be from before.
    if (value !== undefined && this.database.version === version && this.known.size < MAX_ENTRIES) {
      this.known.set(key, value);
    }
    return value;
  }
}
