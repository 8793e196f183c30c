import type { IncomingHttpHeaders } from 'node:http';

const SCHEME = /^Bearer(?: |$)/i;
const BEARER = /^Bearer +(\S+) *$/i;

/**
 * The key or token in an `Authorization` header; empty if it is malformed. `undefined` without the header, and for
 * other schemes: `Basic`, `Digest` and `Negotiate` are meant for a proxy in front and do not identify the caller to
 * this service.
 */
export function bearerIn({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): string | undefined {
  if (authorization === undefined || !isOurs(authorization)) return undefined;
  return BEARER.exec(authorization)?.[1] ?? '';
}

/** A key without a scheme was meant for this service. It counts as malformed, and is not guessed. */
const isOurs = (authorization: string): boolean =>
  SCHEME.test(authorization) || authorization.trimStart().startsWith('cairn_');
