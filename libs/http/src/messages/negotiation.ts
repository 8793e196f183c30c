import type { IncomingMessage } from 'node:http';
import * as zlib from 'node:zlib';
import Negotiator from 'negotiator';

/** The content codings (RFC 9110 §8.4.1) of tiles and the page, in order of preference. */
export const CONTENT_CODINGS = ['br', 'gzip', 'identity'] as const;
export type ContentCoding = (typeof CONTENT_CODINGS)[number];

/** `@types/negotiator` lacks the option `preferred`. */
interface CodingNegotiator {
  encoding(
    available: readonly string[],
    options: { readonly preferred: readonly string[] },
  ): string | undefined;
}

/** The content codings of a response that is compressed for one client, in order of preference. */
const QUICK_CODINGS = ['zstd', 'br', 'gzip', 'identity'] as const;
export type QuickCoding = (typeof QUICK_CODINGS)[number];

/** Node has it since 22.15. */
const hasZstd = 'zstdCompress' in zlib;

/**
 * The coding that the client prefers among those available, `identity` if it accepts none. Our order of preference
 * decides between codings of the same weight.
 */
export function acceptedCoding(
  { headers }: Pick<IncomingMessage, 'headers'>,
  available: readonly ContentCoding[] = CONTENT_CODINGS,
): ContentCoding {
  if (headers['accept-encoding'] === undefined) return 'identity';
  return negotiated(headers, available, CONTENT_CODINGS);
}

/** The same for a response that is compressed for this client. Zstandard only for those that name it: it is young. */
export function quickCoding({ headers }: Pick<IncomingMessage, 'headers'>): QuickCoding {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined) return 'identity';
  const available = hasZstd && /zstd/i.test(String(accepted)) ? QUICK_CODINGS : CONTENT_CODINGS;
  return negotiated(headers, available, QUICK_CODINGS);
}

function negotiated<C extends string>(
  headers: IncomingMessage['headers'],
  available: readonly C[],
  preferred: readonly C[],
): C | 'identity' {
  const negotiator: CodingNegotiator = new Negotiator({ headers });
  const accepted = negotiator.encoding(available, { preferred });
  return available.find((coding) => coding === accepted) ?? 'identity';
}

/**
 * Whether `Accept` names the media type itself and does not refuse it. Wildcards do not count: browsers accept all
 * images, and do not support all of their types.
 *
 * @param type In lower case.
 */
export function namesType({ headers }: Pick<IncomingMessage, 'headers'>, type: string): boolean {
  const accept = headers.accept?.toLowerCase();
  // Most headers do not contain the type. Those are not parsed.
  if (accept?.includes(type) !== true) return false;
  return new Negotiator({ headers: { accept } }).mediaTypes().includes(type);
}
