/** Memory that is used for one purpose, in bytes. */
export interface MemoryShare {
  readonly used: number;
  /** Absent where other limits bound it. */
  readonly limit?: number | undefined;
}

/** What this process uses memory for, by name, for those who watch it. */
export class MemoryShares {
  private readonly shares = new Map<string, () => MemoryShare>();

  watch(name: string, read: () => MemoryShare): void {
    this.shares.set(name, read);
  }

  list(): ReadonlyMap<string, MemoryShare> {
    return new Map([...this.shares].map(([name, read]) => [name, read()]));
  }
}
