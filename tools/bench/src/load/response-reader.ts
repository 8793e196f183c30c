const HEAD_END = Buffer.from('\r\n\r\n');

/** Finds the end of each response on a connection. Parses heads only, to leave the CPU to the server. */
export class ResponseReader {
  private head = Buffer.alloc(0);
  private bodyLeft: number | undefined;

  constructor(private readonly expectedStatus: number) {}

  /**
   * Whether these bytes complete a response. `bytes` may be reused after the call.
   * @throws {Error} when the response has an unexpected status or no Content-Length.
   */
  endsWith(bytes: Buffer): boolean {
    this.bodyLeft = this.bodyLeft === undefined ? this.readHead(bytes) : this.bodyLeft - bytes.length;
    if (this.bodyLeft !== 0) return false;
    this.bodyLeft = undefined;
    return true;
  }

  private readHead(bytes: Buffer): number | undefined {
    this.head = Buffer.concat([this.head, bytes]);
    const end = this.head.indexOf(HEAD_END);
    if (end === -1) return undefined;
    const text = this.head.toString('latin1', 0, end);
    const status = Number(text.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
    if (status !== this.expectedStatus) {
      throw new Error(`Expected ${this.expectedStatus}, got:\n${this.head.toString()}`);
    }
    const bodyLength = status === 304 || status === 204 ? 0 : lengthOf(text);
    const left = bodyLength - (this.head.length - end - HEAD_END.length);
    this.head = Buffer.alloc(0);
    return left;
  }
}

function lengthOf(head: string): number {
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
  if (length === undefined) throw new Error(`A response without Content-Length cannot be measured:\n${head}`);
  return Number(length);
}
