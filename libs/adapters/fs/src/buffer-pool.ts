const BUFFER_BYTES = 1024 * 1024;
const MAX_SPARE = 16;

/** Reuses buffers: allocating and collecting a new one per upload costs more than processing its bytes. */
export class BufferPool {
  private readonly spare: Buffer[] = [];

  /** A buffer of 1 MiB with undefined contents. */
  acquire(): Buffer {
    return this.spare.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
  }

  /** Returns a buffer that nothing reads or writes any more. */
  release(buffer: Buffer): void {
    if (this.spare.length < MAX_SPARE) this.spare.push(buffer);
  }
}
