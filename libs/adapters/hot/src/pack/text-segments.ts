import type { TextSegment } from './pack-content.js';

/** Large enough that there are few, and small enough that little is unused. */
const SEGMENT_BYTES = 16 * 2 ** 20;

/** Collects texts in shared memory. */
export class TextSegments {
  private readonly segments: TextSegment[] = [];
  private current = Buffer.from(new SharedArrayBuffer(0));
  private start = 0;
  private used = 0;

  /** The size of all texts. */
  get size(): number {
    return this.start + this.used;
  }

  /** Returns where it begins, as if all were joined. */
  add(text: Uint8Array): number {
    if (this.used + text.length > this.current.length) {
      this.endCurrent(this.current.buffer);
      this.current = Buffer.from(new SharedArrayBuffer(Math.max(text.length, SEGMENT_BYTES)));
    }
    const start = this.size;
    this.current.set(text, this.used);
    this.used += text.length;
    return start;
  }

  finish(): readonly TextSegment[] {
    if (this.used > 0) this.endCurrent(this.current.buffer.slice(0, this.used)); // one without bytes has no slice
    return this.segments;
  }

  private endCurrent(bytes: SharedArrayBuffer): void {
    if (this.used > 0) this.segments.push({ start: this.start, bytes });
    this.start += this.used;
    this.used = 0;
  }
}
