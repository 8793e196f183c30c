import type { WriteResult } from '@cairn/spaces';
import type { ContentVersion } from '@cairn/spaces/spi';
import { ChangeLog, MAX_OVERLAID } from './change-log.js';
import { ChangeSequence } from './change-sequence.js';
import { changeOf, type ContentChange } from './content-change.js';

/** Follows the writes of a content in this process, from a version on. */
export class ContentRecord {
  readonly content: string;
  private readonly sequence: ChangeSequence;
  private latest = new ChangeLog();
  private writing = 0;
  private lost = false;

  constructor({ content, version }: ContentVersion) {
    this.content = content;
    this.sequence = new ChangeSequence(version);
  }

  /** The version up to which every change is known. */
  get version(): number {
    return this.sequence.version;
  }

  get log(): ChangeLog {
    return this.latest;
  }

  /** Whether a write has begun whose result is not known yet. */
  get isBeingWritten(): boolean {
    return this.writing > 0;
  }

  /** Whether something has changed that it does not know, and never will. */
  get isLost(): boolean {
    return this.lost || (this.sequence.hasGap && !this.isBeingWritten);
  }

  /** Whether it can follow a write of so many features. */
  takes(count: number): boolean {
    return !this.isLost && this.log.size + count <= MAX_OVERLAID;
  }

  begin(): void {
    this.writing += 1;
  }

  /**
   * Ends a write that began. Returns the changes that became known by it, in their order. Without a result it is not
   * known whether the write took place: then a later version tells.
   */
  end(result: WriteResult | undefined): readonly ContentChange[] {
    this.writing -= 1;
    const change = result === undefined ? 'none' : changeOf(result);
    if (change === 'none') return [];
    if (change === 'unknown' || change.content !== this.content) {
      this.lose();
      return [];
    }
    const next = this.sequence.add(change);
    for (const one of next) this.log.add(one);
    if (this.log.isFull) this.lose();
    return next;
  }

  /** The features of that version are known, also if others wrote it. Only what follows it is a change of them. */
  skipTo(version: number): void {
    this.forgetUntil(version);
    for (const one of this.sequence.skipTo(version)) this.log.add(one);
    if (this.log.isFull) this.lose();
  }

  /** From now on something is unknown. */
  lose(): void {
    this.lost = true;
  }

  /** Forgets what came up to that version. */
  forgetUntil(version: number): void {
    this.latest = this.log.since(version);
  }
}
