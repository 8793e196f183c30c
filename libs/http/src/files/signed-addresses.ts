import type { Clock } from '@cairn/kernel';
import type { Signatures } from '../access/tokens/signatures.js';
import { HttpError } from '../messages/http-error.js';

interface SignedAddressOptions {
  readonly signatures: Signatures;
  readonly clock: Clock;
  /** Maximum cache lifetime of a signed response. Caches may serve it for that long after its key is revoked. */
  readonly keptSeconds: number;
}

/** A valid signature. */
export interface Signed {
  /** The expiry of the URL, in epoch seconds; absent if it never expires. */
  readonly expiresAt: number | undefined;
  /** The query without the parameters of the signature. */
  readonly query: string;
}

/**
 * Verifies signatures: the HMAC-SHA-256, as base64url, of the path below the files' URL and the query up to the
 * signature, both as sent.
 */
export class SignedAddresses {
  constructor(private readonly options: SignedAddressOptions) {}

  /**
   * The signed content of a URL; `undefined` without a signature. `path` is still percent-encoded and has no leading
   * slash.
   * @throws {HttpError} 403 if the signature is wrong or has expired.
   */
  async check(path: string, url: string): Promise<Signed | undefined> {
    const start = url.indexOf('?');
    const query = url.slice(start + 1);
    if (start < 0 || !/(?:^|&)signature=/.test(query)) return undefined;
    const { rest, expires, key, signature } = partsOf(query);
    const text = `/${path}?${query.slice(0, query.lastIndexOf('&signature='))}`;
    const signer = await this.options.signatures.signer({ text, key, signature });
    if (signer === undefined) throw invalidSignature();
    if (expires === undefined) return { expiresAt: undefined, query: rest };
    const expiresAt = Number(expires);
    if (this.secondsUntil(expiresAt) < 1) throw expired();
    return { expiresAt, query: rest };
  }

  /** Cache lifetime of a response at a URL, in seconds from now. */
  keptSeconds({ expiresAt }: Signed): number {
    const { keptSeconds } = this.options;
    return expiresAt === undefined ? keptSeconds : Math.min(keptSeconds, this.secondsUntil(expiresAt));
  }

  /** Whole seconds until a time in epoch seconds; 0 after it. */
  private secondsUntil(time: number): number {
    return Math.max(0, Math.floor(time - this.options.clock.now() / 1_000));
  }
}

interface Parts {
  readonly rest: string;
  readonly expires: string | undefined;
  readonly key: string;
  readonly signature: string;
}

/** @throws {HttpError} 403 unless the query ends with its expiry, if it has one, its key and its signature. */
function partsOf(query: string): Parts {
  const parts = query.split('&');
  const [, signature] = /^signature=([\w-]{43})$/.exec(parts.pop() ?? '') ?? [];
  const [, key] = /^key=([a-z0-9-]{1,64})$/.exec(parts.pop() ?? '') ?? [];
  const [, expires] = /^expires=(\d{1,12})$/.exec(parts.at(-1) ?? '') ?? [];
  if (expires !== undefined) parts.pop();
  const isElsewhere = parts.some((part) => /^(?:expires|key|signature)(?:=|$)/.test(part));
  if (signature === undefined || key === undefined || isElsewhere) throw invalidSignature();
  return { rest: parts.join('&'), expires, key, signature };
}

/** Limits `Cache-Control` to this many seconds. After that, nothing may serve the file without revalidation. */
export function limitedCacheControl(cacheControl: string, seconds: number): string {
  const directives = cacheControl.split(',').map((directive) => directive.trim());
  const ages = directives.map((directive) => /^(?:s-maxage|max-age)=(\d+)$/i.exec(directive)?.[1]);
  const kept = directives.filter((directive) => !/^(?:s-maxage|max-age|stale-|immutable)/i.test(directive));
  const given = ages.filter((age) => age !== undefined).map(Number);
  return [...kept, `max-age=${Math.min(seconds, ...given)}`, 'must-revalidate'].join(', ');
}

function invalidSignature(): HttpError {
  return new HttpError({
    status: 403,
    code: 'invalid-signature',
    detail: 'The signature of the address is wrong, or its key is no longer valid.',
  });
}

function expired(): HttpError {
  return new HttpError({ status: 403, code: 'address-expired', detail: 'The address has expired.' });
}
