/** Keeps decompressed bytes, up to a limit. */
export class KeptOutput {
  /** Whether there is more than may be kept. */
  isFull = false;
  private bytes = new Uint8Array();
  private length = 0;

  constructor(private readonly limit: number) {}

  get all(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  add(byte: number): void {
    this.isFull ||= this.length === this.limit;
    if (this.isFull) return;
    if (this.length === this.bytes.length) {
      const more = new Uint8Array(Math.min(this.limit, Math.max(1_024, this.length * 2)));
      more.set(this.bytes);
      this.bytes = more;
    }
    this.bytes[this.length] = byte;
    this.length += 1;
  }

  copy(distance: number, length: number): void {
    for (let each = 0; each < length; each += 1) this.add(this.bytes[this.length - distance] ?? 0);
  }
}
