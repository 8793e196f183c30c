import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import type { WatchedBody } from '../request-context.js';

/** What nobody reads of a body is digested up to this length: as much as a body of JSON may have. */
const MOST_UNREAD = 1024 * 1024;

/** By how much the lengths of equal forms may differ: clients make boundaries of other lengths. */
const MOST_OF_BOUNDARIES = 128 * 1024;

/** The body is longer than what it is compared with. */
export class LongerBody extends Error {}

/** A digest has the length of the body behind it, so that no more than that is read of another body. */
export const isSameBody = (one: string, other: string): boolean => one.split(':')[0] === other.split(':')[0];

/** How long a body may be that has this digest. */
export const mostOf = (digest: string): number =>
  Number(digest.split(':')[1] ?? Infinity) + MOST_OF_BOUNDARIES;

/**
 * Digests the body of a request as it arrives, whoever reads it. Of a form, the boundary is left out: clients make a new
 * one for each attempt.
 */
export class BodyDigest implements WatchedBody {
  private readonly hash = createHash('sha256');
  private readonly boundary: Buffer | undefined;
  /** The end of what arrived, which may be the start of a boundary. */
  private rest: Buffer = Buffer.alloc(0);
  private result: string | undefined;
  private length = 0;
  private hasEnded = false;
  private check: ((digest: string) => Promise<void>) | undefined;
  private tooLong: { readonly most: number; readonly fail: () => void } | undefined;

  /** Must be called before anybody reads the request. */
  constructor(private readonly request: IncomingMessage) {
    const { 'content-type': type = '' } = request.headers;
    const [, quoted, plain] =
      /^multipart\/.*;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(type) ?? [];
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
      else if (this.end() !== undefined) {
        void this.checked().then((isRight) => (isRight ? push(null) : this.breakOff()));
        return false;
      }
      return push(chunk, encoding);
    };
  }

  /**
   * Has the digest checked before anybody learns that the body has ended: at once if it has. Otherwise the body breaks off where
   * `check` rejects. @throws what `check` throws at once.
   */
  async beforeEnd(check: (digest: string) => Promise<void>): Promise<void> {
    if (this.hasEnded) await check(this.digest());
    else this.check = check;
  }

  /**
   * Resolves once the body has arrived; what nobody has read of it is dropped. Rejects if it is cut short.
   * @throws {LongerBody} if it has more bytes than `most`, or than what was read and a mebibyte.
   */
  async whole(most = this.length + MOST_UNREAD): Promise<string> {
    if (!this.request.readableEnded) {
      const tooLong = new Promise<never>((_, reject) => {
        this.tooLong = { most, fail: () => reject(new LongerBody()) };
      });
      this.assertLength();
      const ended = finished(this.request, { writable: false });
      this.request.resume();
      await Promise.race([ended, tooLong]);
    }
    return this.digest();
  }

  private digest(): string {
    return (this.result ??= `${this.hash.update(this.rest).digest('hex')}:${this.length}`);
  }

  /** What is to be checked first. */
  private end(): BodyDigest['check'] {
    this.hasEnded = true;
    return this.check;
  }

  private async checked(): Promise<boolean> {
    try {
      await this.check?.(this.digest());
      return true;
    } catch {
      return false;
    }
  }

  /** Fails for its readers. The connection stays, because the answer is still to be sent. */
  private breakOff(): void {
    this.request._destroy = (error, done) => done(error);
    this.request.destroy(new Error('The body was refused.'));
  }

  private assertLength(): void {
    if (this.tooLong !== undefined && this.length > this.tooLong.most) this.tooLong.fail();
  }

  private add(chunk: Buffer): void {
    this.length += chunk.length;
    this.assertLength();
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
