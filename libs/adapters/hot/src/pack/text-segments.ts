/** Large enough that there are few, and small enough that little is unused. */
const SEGMENT_BYTES = 16 * 2 ** 20;

/** Texts of unknown total size, in shared memory. A text is never in two segments. */
export class TextSegments {
  private readonly full: SharedArrayBuffer[] = [];
  private current = Buffer.from(new SharedArrayBuffer(0));
  private used = 0;
  private before = 0;

  /** The size of all texts. */
  get size(): number {
    return this.before + this.used;
  }

  /** Returns where it begins. */
  add(text: Uint8Array): number {
    if (this.used + text.length > this.current.length) this.next(text.length);
    const start = this.size;
    this.current.set(text, this.used);
    this.used += text.length;
    return start;
  }

  finish(): readonly SharedArrayBuffer[] {
    this.next(0);
    return this.full;
  }

  private next(least: number): void {
    if (this.used > 0) this.full.push(this.current.buffer.slice(0, this.used));
    this.before += this.used;
    this.used = 0;
    this.current = Buffer.from(new SharedArrayBuffer(least === 0 ? 0 : Math.max(least, SEGMENT_BYTES)));
  }
}
