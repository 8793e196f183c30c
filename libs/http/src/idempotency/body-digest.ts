import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import type { WatchedBody } from '../messages/request-context.js';

/** The part of a body that nobody reads is digested up to this length, the maximum of a JSON body. */
const MOST_UNREAD = 1024 * 1024;

/** How much the lengths of equal forms may differ, because clients choose boundaries of different lengths. */
const MOST_OF_BOUNDARIES = 128 * 1024;

/** The body is longer than the one that it is compared with. */
export class LongerBody extends Error {}

/** A digest ends with the length of its body, so that of another body no more than this is read. */
export const isSameBody = (one: string, other: string): boolean => one.split(':')[0] === other.split(':')[0];

/** The maximum length of a body that can have this digest. */
export const mostOf = (digest: string): number =>
  Number(digest.split(':')[1] ?? Infinity) + MOST_OF_BOUNDARIES;

/**
 * Digests the body of a request as it arrives, whoever reads it. Leaves out the boundary of a form, because clients
 * choose a new one for each attempt.
 */
export class BodyDigest implements WatchedBody {
  private readonly hash = createHash('sha256');
  private readonly boundary: Buffer | undefined;
  /** The end of the received bytes, which may be the start of a boundary. */
  private rest: Buffer = Buffer.alloc(0);
  private result: string | undefined;
  private length = 0;
  private hasEnded = false;
  private check: ((digest: string) => Promise<void>) | undefined;
  private tooLong: { readonly most: number; readonly fail: () => void } | undefined;

  /** Must be called before anything reads the request. */
  constructor(private readonly request: IncomingMessage) {
    const { 'content-type': type = '' } = request.headers;
    const [, quoted, plain] =
      /^multipart\/.*;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(type) ?? [];
    const boundary = quoted ?? plain;
    this.boundary = boundary === undefined ? undefined : Buffer.from(boundary, 'latin1');
    const early = request.readableLength > 0 ? (request.read() as Buffer | null) : null; // no encoding is set
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
   * Calls `check` with the digest before any reader learns that the body has ended; at once if it has ended already. If
   * `check` rejects later, the body breaks off for its readers.
   * @throws what `check` throws at once.
   */
  async beforeEnd(check: (digest: string) => Promise<void>): Promise<void> {
    if (this.hasEnded) await check(this.digest());
    else this.check = check;
  }

  /**
   * Resolves once the body has arrived. Drops the bytes that nobody has read. Rejects if the body is truncated.
   * @throws {LongerBody} if the body has more bytes than `most`. By default `most` is what was read plus a mebibyte.
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

  /** Returns the check that must pass first, if there is one. */
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

  /** Fails the body for its readers. The connection stays open, because the response must still be sent. */
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
    // A body may consist of short boundaries only. Updating the hash for each one would take long.
    const pieces = bytes.toString('latin1').split(boundary.toString('latin1'));
    const last = pieces.at(-1)?.length ?? 0;
    this.rest = bytes.subarray(bytes.length - Math.min(last, boundary.length - 1));
    const text = pieces.join('\0');
    this.hash.update(text.slice(0, text.length - this.rest.length), 'latin1');
  }
}
