import type { ContentVersion } from '@cairn/spaces/spi';
import type { ContentChange } from '../overlay/content-change.js';
import type { ContentRecord } from '../overlay/content-record.js';
import { overlayAfter, overlayOf, type Positions } from '../overlay/overlay-of.js';
import type { Overlay } from '../overlay/overlay.js';

/** What the life of a hot space needs to know of a pack. */
export interface Packed extends Positions {
  readonly sizeInBytes: number;
  /** How many features are in it. */
  readonly featureCount: number;
}

/** The features of a content at one version. Immutable: who has it reads the same until the end. */
export interface HotContent<Pack> {
  readonly pack: Pack;
  readonly overlay: Overlay;
}

/** A pack with what was written since, of one space. */
export class HotSpace<Pack extends Packed> {
  /** How many questions were answered from memory, and how many by the store below. */
  readonly answered = { fromMemory: 0, below: 0 };
  private overlay: Overlay;

  /**
   * @param record What was written since the pack, or since a version that is older than the pack.
   * @param from The first version of which the features are known for sure.
   */
  constructor(
    private pack: Pack,
    readonly record: ContentRecord,
    private from: number,
  ) {
    this.overlay = overlayOf(record.log, pack);
  }

  get sizeInBytes(): number {
    return this.pack.sizeInBytes + this.record.log.sizeInBytes;
  }

  get featureCount(): number {
    return this.pack.featureCount - this.overlay.hidden.size + this.overlay.features.length;
  }

  get overlaid(): number {
    return this.record.log.size;
  }

  get current(): HotContent<Pack> & ContentVersion {
    const { content, version } = this.record;
    return { pack: this.pack, overlay: this.overlay, content, version };
  }

  /**
   * The features of that version or a later one. `stale`: they will not be known any more. `not-yet`: a write is under
   * way, and so they may soon be.
   */
  at({ content, version }: ContentVersion): HotContent<Pack> | 'stale' | 'not-yet' {
    const { record } = this;
    if (record.isLost || record.content !== content) return 'stale';
    if (record.version >= version && record.version >= this.from) return this.current;
    return record.isBeingWritten ? 'not-yet' : 'stale';
  }

  apply(changes: readonly ContentChange[]): void {
    for (const change of changes) this.overlay = overlayAfter(this.overlay, change, this.pack);
  }

  /** Has another pack, which was made of this one and its overlay at that version. */
  renew(pack: Pack, version: number): void {
    this.record.forgetUntil(version);
    this.pack = pack;
    this.from = version;
    this.overlay = overlayOf(this.record.log, pack);
  }
}
