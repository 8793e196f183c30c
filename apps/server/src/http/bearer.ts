import type { IncomingHttpHeaders } from 'node:http';

const SCHEME = /^Bearer(?: |$)/i;
const BEARER = /^Bearer +(\S+) *$/i;

/**
 * The key or token of an `Authorization` header; empty if it is not well-formed. `undefined` without one, and for another
 * scheme: `Basic`, `Digest` and `Negotiate` are for a proxy in front, and say nothing of who asks this service.
 */
export function bearerIn({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): string | undefined {
  if (authorization === undefined || !isOurs(authorization)) return undefined;
  return BEARER.exec(authorization)?.[1] ?? '';
}

/** A key without its scheme was meant for this service: what was meant is not guessed. */
const isOurs = (authorization: string): boolean =>
  SCHEME.test(authorization) || authorization.trimStart().startsWith('cairn_');
