import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';

/**
 * Digests the body of a request as it arrives, whoever reads it. Of a form, the boundary is left out: clients make a new
 * one for each attempt.
 */
export class BodyDigest {
  private readonly hash = createHash('sha256');
  private readonly boundary: Buffer | undefined;
  /** The end of what arrived, which may be the start of a boundary. */
  private rest: Buffer = Buffer.alloc(0);
  private result: string | undefined;

  /** Must be called before anybody reads the request. */
  constructor(private readonly request: IncomingMessage) {
    const { 'content-type': type = '' } = request.headers;
    const [, quoted, plain] = /^multipart\/.*;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? [];
    const boundary = quoted ?? plain;
    this.boundary = boundary === undefined ? undefined : Buffer.from(boundary, 'latin1');
    const early = request.readableLength > 0 ? (request.read() as Buffer | null) : null; // without an encoding
    if (early !== null) {
      this.add(early);
      request.unshift(early);
    }
    const push = request.push.bind(request);
    request.push = (chunk: Buffer | null, encoding) => {
      if (chunk !== null) this.add(chunk);
      return push(chunk, encoding);
    };
  }

  /** Resolves once the body has arrived; what nobody has read of it is dropped. Rejects if it is cut short. */
  async whole(): Promise<string> {
    if (!this.request.readableEnded) {
      const ended = finished(this.request, { writable: false });
      this.request.resume();
      await ended;
    }
    return (this.result ??= this.hash.update(this.rest).digest('hex'));
  }

  private add(chunk: Buffer): void {
    const { boundary } = this;
    if (boundary === undefined) {
      this.hash.update(chunk);
      return;
    }
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    // A body may be made of nothing but short boundaries: an update of the hash for each would take long.
    const pieces = bytes.toString('latin1').split(boundary.toString('latin1'));
    const last = pieces.at(-1)?.length ?? 0;
    this.rest = bytes.subarray(bytes.length - Math.min(last, boundary.length - 1));
    const text = pieces.join('\0');
    this.hash.update(text.slice(0, text.length - this.rest.length), 'latin1');
  }
}
