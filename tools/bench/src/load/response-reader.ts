import { ChunkedBody } from './chunked-body.js';

const HEAD_END = Buffer.from('\r\n\r\n');

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

function bodyOf(head: string, status: number): Body {
  if (status === 304 || status === 204) return new SizedBody(0);
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return new ChunkedBody();
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
  if (length === undefined) throw new Error(`A response that does not tell where it ends:\n${head}`);
  return new SizedBody(Number(length));
}
