const HEAD_END = Buffer.from('\r\n\r\n');

/** Finds out where each answer of a connection ends, looking at heads only: a cheap client leaves the CPU to the server. */
export class AnswerReader {
  private head = Buffer.alloc(0);
  private bodyLeft: number | undefined;

  constructor(private readonly expectedStatus: number) {}

  /**
   * Whether an answer is complete with these bytes, which may be reused after the call.
   * @throws {Error} when it has another status than expected, or no length.
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
  if (length === undefined) throw new Error(`An answer without a length cannot be measured:\n${head}`);
  return Number(length);
}
