const MIB = 1024 * 1024;
/**
 * Lends buffers for whole files. The largest one is kept for reuse, because dropped buffers of that size stay in memory
 * until the next garbage collection.
 */
export class HeldBuffers {
  private spare: Buffer | undefined;

  /**
   * Runs work with a buffer of this size. After an error the buffer is not reused, because its bytes may still be in
   * use.
   */
  async use<T>(sizeInBytes: number, work: (buffer: Buffer) => Promise<T>): Promise<T> {
    const buffer = this.take(sizeInBytes);
    const result = await work(buffer.subarray(0, sizeInBytes));
    if (this.spare === undefined || this.spare.length < buffer.length) this.spare = buffer;
    return result;
  }

  private take(sizeInBytes: number): Buffer {
    const { spare } = this;
    if (spare === undefined || spare.length < sizeInBytes) return Buffer.allocUnsafeSlow(sizeInBytes);
    this.spare = undefined;
    return spare;
  }
}

export function mebibytes(sizeInBytes: number): number {
  return Math.ceil(sizeInBytes / MIB);
}
