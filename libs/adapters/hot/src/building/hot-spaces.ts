import type { WriteResult } from '@cairn/spaces';
import type { ContentVersion, WriteBatch } from '@cairn/spaces/spi';
import type { ContentRecord } from '../overlay/content-record.js';
import type { HotContent, HotSpace, Packed } from './hot-space.js';

/** An overlay of so many features is merged into its pack. */
const MERGED_FROM = 1_000;

interface Options {
  /** Memory of packs, overlays and what is being built. */
  readonly maxBytes: number;
  /** How much a space is worth its memory, compared with others. */
  readonly worth: (spaceId: string) => number;
}

/** The spaces that are in memory, within their bound, and what is written of them. */
export class HotSpaces<Pack extends Packed> {
  /** Least recently used first. */
  private readonly spaces = new Map<string, HotSpace<Pack>>();
  /** What is written of spaces while they are built. */
  private readonly recorded = new Map<string, ContentRecord>();
  private reservedBytes = 0;

  constructor(private readonly options: Options) {}

  get usedBytes(): number {
    let bytes = this.reservedBytes;
    for (const { sizeInBytes } of this.spaces.values()) bytes += sizeInBytes;
    for (const { log } of this.recorded.values()) bytes += log.sizeInBytes;
    return bytes;
  }

  entries(): Iterable<readonly [spaceId: string, space: HotSpace<Pack>]> {
    return this.spaces;
  }

  get(spaceId: string): HotSpace<Pack> | undefined {
    return this.spaces.get(spaceId);
  }

  /** The features of that version, or of a later one; `undefined` if they are not known. */
  at(spaceId: string, version: ContentVersion): HotContent<Pack> | undefined {
    const space = this.spaces.get(spaceId);
    const content = space?.at(version);
    if (content === 'stale') this.drop(spaceId);
    if (space === undefined || typeof content !== 'object') return undefined;
    this.spaces.delete(spaceId); // and back as the latest
    this.spaces.set(spaceId, space);
    return content;
  }

  /** Whether a space is in memory, and its overlay so large that it should be merged. */
  isOverlaid(spaceId: string): boolean {
    return (this.spaces.get(spaceId)?.overlaid ?? 0) >= MERGED_FROM;
  }

  /** Writes, and follows what is written of a space in memory. */
  async following(
    spaceId: string,
    batch: WriteBatch,
    write: (batch: WriteBatch) => Promise<WriteResult>,
  ): Promise<WriteResult> {
    const record = this.spaces.get(spaceId)?.record ?? this.recorded.get(spaceId);
    if (record === undefined || batch.trial !== undefined) return await write(batch);
    const takes = record.takes(batch.modifications.length);
    const asked = takes ? { ...batch, returnsPuts: true } : batch;
    record.begin();
    const result = await write(asked).catch((error: unknown) => {
      this.written(spaceId, record, undefined);
      throw error;
    });
    this.written(spaceId, record, result);
    if (batch.returnsPuts === true) return result;
    const { puts: _, content: __, ...told } = result;
    return told;
  }

  /** The space has changed in a way that is not followed. */
  changed(spaceId: string): void {
    this.recorded.get(spaceId)?.lose();
    this.drop(spaceId);
  }

  /** Follows what is written of a space that is going to be built. */
  record(spaceId: string, record: ContentRecord): void {
    this.recorded.set(spaceId, record);
  }

  endRecord(spaceId: string): void {
    this.recorded.delete(spaceId);
  }

  add(spaceId: string, space: HotSpace<Pack>): void {
    this.spaces.set(spaceId, space);
  }

  drop(spaceId: string): void {
    this.spaces.get(spaceId)?.record.lose();
    this.spaces.delete(spaceId);
  }

  dropAll(): void {
    for (const spaceId of [...this.spaces.keys()]) this.drop(spaceId);
  }

  /**
   * Sets apart so much memory for what is being built of a space, where those that are worth less make room. Returns
   * whether there is as much.
   */
  reserve(bytes: number, spaceId: string): boolean {
    this.reservedBytes = bytes;
    const { maxBytes, worth } = this.options;
    const own = worth(spaceId);
    let excess = this.usedBytes - maxBytes;
    if (excess <= 0) return true;
    const leaving: string[] = [];
    for (const [other, { sizeInBytes }] of this.spaces) {
      if (other === spaceId || worth(other) > own) continue;
      leaving.push(other);
      excess -= sizeInBytes;
      if (excess > 0) continue;
      for (const one of leaving) this.drop(one);
      return true;
    }
    return false;
  }

  private written(spaceId: string, record: ContentRecord, result: WriteResult | undefined): void {
    const changes = record.end(result);
    const space = this.spaces.get(spaceId);
    if (space?.record === record) space.apply(changes);
    const hasRoom = changes.length === 0 || this.reserve(this.reservedBytes, spaceId);
    if (!hasRoom) record.lose();
    if (space?.record === record && record.isLost) this.drop(spaceId);
  }
}
