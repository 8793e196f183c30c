const HEAD_END = Buffer.from('\r\n\r\n');
const LINE_END = '\r\n';
const DOLLAR = 0x24;

/** Finds the end of each response on a connection. Parses little but heads, to leave the CPU to the server. */
export class ResponseReader {
  private head = Buffer.alloc(0);
  private body: Body | undefined;

  constructor(private readonly expectedStatus: number) {}

  /**
   * Whether these bytes complete a response. `bytes` may be reused after the call.
   * @throws {Error} when the response has an unexpected status, or does not tell where it ends.
   */
  endsWith(bytes: Buffer): boolean {
    const isComplete = this.body === undefined ? this.readHead(bytes) : this.body.endsWith(bytes);
    if (isComplete) this.body = undefined;
    return isComplete;
  }

  private readHead(bytes: Buffer): boolean {
    this.head = Buffer.concat([this.head, bytes]);
    if (this.head[0] === DOLLAR) return this.readNative();
    const end = this.head.indexOf(HEAD_END);
    if (end === -1) return false;
    const text = this.head.toString('latin1', 0, end);
    const status = Number(text.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
    if (status !== this.expectedStatus) {
      throw new Error(`Expected ${this.expectedStatus}, got:\n${this.head.toString()}`);
    }
    const rest = this.head.subarray(end + HEAD_END.length);
    this.head = Buffer.alloc(0);
    this.body = bodyOf(text, status);
    return this.body.endsWith(rest);
  }

  /** An answer of Tile38 in its own protocol: `$2 {}`. */
  private readNative(): boolean {
    const end = this.head.indexOf(' ');
    if (end === -1) return false;
    const rest = this.head.subarray(end + 1);
    this.body = new SizedBody(Number(this.head.toString('latin1', 1, end)) + LINE_END.length);
    this.head = Buffer.alloc(0);
    return this.body.endsWith(rest);
  }
}

interface Body {
  endsWith(bytes: Buffer): boolean;
}

class SizedBody implements Body {
  constructor(private left: number) {}

  endsWith(bytes: Buffer): boolean {
    this.left -= bytes.length;
    return this.left === 0;
  }
}

/** A body in chunks (RFC 9112, 7.1), without trailers. */
class ChunkedBody implements Body {
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

function bodyOf(head: string, status: number): Body {
  if (status === 304 || status === 204) return new SizedBody(0);
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return new ChunkedBody();
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
  if (length === undefined) throw new Error(`A response that does not tell where it ends:\n${head}`);
  return new SizedBody(Number(length));
}
