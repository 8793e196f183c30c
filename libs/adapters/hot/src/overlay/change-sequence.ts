import type { ContentChange } from './content-change.js';

/** Puts changes in the order of their versions. Writes at the same time may end in another order. */
export class ChangeSequence {
  private readonly early = new Map<number, ContentChange>();

  /** @param known The version whose features are known. */
  constructor(private known: number) {}

  /** The version up to which every change is known. */
  get version(): number {
    return this.known;
  }

  /** Whether a change is known, but not one before it. */
  get hasGap(): boolean {
    return this.early.size > 0;
  }

  /** The features of that version are known, whatever led to them. Returns the changes that follow it. */
  skipTo(version: number): readonly ContentChange[] {
    if (version <= this.known) return [];
    this.known = version;
    for (const early of [...this.early.keys()]) if (early <= version) this.early.delete(early);
    return this.next();
  }

  /** Adds a change, and returns those that follow what is known without a gap. */
  add(change: ContentChange): readonly ContentChange[] {
    if (change.version > this.known) this.early.set(change.version, change);
    return this.next();
  }

  private next(): readonly ContentChange[] {
    const next: ContentChange[] = [];
    for (;;) {
      const following = this.early.get(this.known + 1);
      if (following === undefined) return next;
      this.early.delete(following.version);
      this.known = following.version;
      next.push(following);
    }
  }
}
