const BUFFER_BYTES = 1024 * 1024;
const MAX_SPARE = 16;

/** Buffers that are used again: to have new ones collected costs more than all else that is done with their bytes. */
export class BufferPool {
  private readonly spare: Buffer[] = [];

  /** One of 1 MiB, with whatever bytes. */
  acquire(): Buffer {
    return this.spare.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
  }

  /** Takes one back that nobody reads or writes any more. */
  release(buffer: Buffer): void {
    if (this.spare.length < MAX_SPARE) this.spare.push(buffer);
  }
}
