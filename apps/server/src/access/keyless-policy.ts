import type { IncomingMessage } from 'node:http';
import type { Operation } from '@cairn/api-schema';
import { isLoopback } from '../http/loopback.js';
import { isJson } from '../http/body/json-body.js';
import { HttpError } from '../errors/http-error.js';

/** The addresses of the server and of pages that may write to it. */
export interface OwnAddresses {
  readonly baseUrl: string;
  readonly cdnUrl: string;
  /** Origins (RFC 6454) besides the server's own. */
  readonly corsOrigins: readonly string[];
}

/**
 * Keeps pages of strangers from using the spaces API through the browser of somebody who may use it without a key.
 * Such a page can send requests that need no preflight, and by DNS rebinding read answers under a host name of its own.
 */
export class KeylessPolicy {
  private readonly hosts: readonly string[];
  private readonly origins: readonly string[];

  constructor({ baseUrl, cdnUrl, corsOrigins }: OwnAddresses) {
    this.hosts = [baseUrl, cdnUrl].map((url) => new URL(url).hostname);
    this.origins = [baseUrl, ...corsOrigins].map(originOf);
  }

  /** @throws {HttpError} 403 for a foreign `Host`, or `Origin` of a write; 415 for a body that is not said to be JSON. */
  check({ headers }: Pick<IncomingMessage, 'headers'>, operation: Operation): void {
    this.checkHost(headers.host);
    if (operation.scope !== 'spaces:write') return;
    this.checkOrigin(headers.origin, headers.host);
    if (operation.body !== undefined && !isJson(headers['content-type']))
      throw new HttpError({
        status: 415,
        code: 'unsupported-media-type',
        detail: 'Without a key the body must be said to be JSON: send `Content-Type: application/json`.',
      });
  }

  // Only the header itself counts: a page can set X-Forwarded-Host as it likes.
  private checkHost(host: string | undefined): void {
    const name = hostnameOf(host);
    if (name !== undefined && (isLoopback(name) || this.hosts.includes(name))) return;
    throw new HttpError({
      status: 403,
      code: 'foreign-host',
      detail:
        'Without a key this service answers only under its own address, which CAIRN_BASE_URL tells it; send an API key, or use that address.',
    });
  }

  private checkOrigin(origin: string | undefined, host: string | undefined): void {
    if (origin === undefined || this.origins.includes(originOf(origin))) return;
    if (URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()) return;
    throw new HttpError({
      status: 403,
      code: 'foreign-origin',
      detail:
        'Pages of other origins may not write without a key; send an API key, or list the origin in CAIRN_CORS_ORIGINS.',
    });
  }
}

/** The origin of an address, all names of this machine being one; `null` for what has none. */
function originOf(address: string): string {
  if (!URL.canParse(address)) return 'null';
  const url = new URL(address);
  if (isLoopback(url.hostname)) url.hostname = 'localhost';
  return url.origin;
}

/** The name in a `Host` header, as `URL` spells it; a user before the name would make it another. */
function hostnameOf(host = ''): string | undefined {
  const address = `http://${host}`;
  return /^[^\s/?#@\\]+$/.test(host) && URL.canParse(address) ? new URL(address).hostname : undefined;
}
