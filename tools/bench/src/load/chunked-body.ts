const LINE_END = '\r\n';

/** A body in chunks (RFC 9112, 7.1), without trailers. */
export class ChunkedBody {
  /** The part of a chunk's first line that has come. */
  private line = '';
  /** Bytes of the chunk, with the line end behind it, that are still to come. */
  private left = 0;
  private isLast = false;

  /** Whether these bytes complete it. @throws {Error} where it is malformed. */
  endsWith(bytes: Buffer): boolean {
    let at = 0;
    while (at < bytes.length) {
      if (this.left === 0) at = this.readLine(bytes, at);
      const taken = Math.min(this.left, bytes.length - at);
      this.left -= taken;
      at += taken;
      if (this.isLast && this.left === 0) return true;
    }
    return false;
  }

  private readLine(bytes: Buffer, at: number): number {
    const end = bytes.indexOf('\n', at);
    const stop = end === -1 ? bytes.length : end + 1;
    this.line += bytes.toString('latin1', at, stop);
    if (end === -1) return stop;
    const [, size] = /^([\da-f]+)\r\n$/i.exec(this.line) ?? [];
    if (size === undefined) throw new Error(`A chunk begins with '${this.line}'.`);
    this.line = '';
    this.left = parseInt(size, 16) + LINE_END.length;
    this.isLast = this.left === LINE_END.length;
    return stop;
  }
}
