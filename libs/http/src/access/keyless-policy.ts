import type { IncomingMessage } from 'node:http';
import type { Contents, Operation } from '@cairn/api-schema';
import { isLoopback } from '../messages/loopback.js';
import { isJson } from '../messages/media-type.js';
import { HttpError } from '../messages/http-error.js';

/** The URLs of the server and the origins whose pages may write to it. */
export interface OwnAddresses {
  readonly baseUrl: string;
  readonly cdnUrl: string;
  /** Allowed origins (RFC 6454) besides the server's own. */
  readonly corsOrigins: readonly string[];
}

/**
 * Protects the keyless spaces API from foreign web pages in the browser of a legitimate user. Such a page can send
 * requests that need no CORS preflight, and can read responses by DNS rebinding.
 */
export class KeylessPolicy {
  private readonly hosts: readonly string[];
  private readonly origins: readonly string[];
  /** The last accepted `Host`, because parsing takes a tenth of the time of a short request. */
  private ownHost: string | undefined;

  constructor({ baseUrl, cdnUrl, corsOrigins }: OwnAddresses) {
    this.hosts = [baseUrl, cdnUrl].map((url) => new URL(url).hostname);
    this.origins = [baseUrl, ...corsOrigins].map(originOf);
  }

  /** @throws {HttpError} 403 for a foreign `Host`, or a write with a foreign `Origin`. 415 for a body not declared as JSON. */
  check({ headers }: Pick<IncomingMessage, 'headers'>, operation: Operation): void {
    this.checkHost(headers.host);
    if (operation.scope !== 'spaces:write') return;
    this.checkOrigin(headers.origin, headers.host);
    if (operation.body !== undefined && !isDeclared(headers['content-type'], operation.body))
      throw new HttpError({
        status: 415,
        code: 'unsupported-media-type',
        detail: hasAnyType(operation.body)
          ? 'Without a key the body must be declared as a file: send `Content-Type: application/octet-stream`.'
          : 'Without a key the body must be declared as JSON: send `Content-Type: application/json`.',
      });
  }

  // Ignores X-Forwarded-Host, which a page can set.
  private checkHost(host: string | undefined): void {
    if (host !== undefined && host === this.ownHost) return;
    const name = hostnameOf(host);
    if (name !== undefined && (isLoopback(name) || this.hosts.includes(name))) {
      this.ownHost = host;
      return;
    }
    throw new HttpError({
      status: 403,
      code: 'foreign-host',
      detail:
        'Without a key this service accepts requests only at its own address, which CAIRN_BASE_URL sets; send an API key, or use that address.',
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

/** The types that forms send, and scripts without a preflight (https://fetch.spec.whatwg.org/#cors-safelisted-request-header). */
const ofForms = ['', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

/** Whether an operation accepts bodies of every type. */
const hasAnyType = (contents: Contents): boolean => Object.hasOwn(contents, '*/*');

/** Whether a body is declared as JSON or as another type that the operation accepts. HTML forms can send neither. */
function isDeclared(type: string | undefined, contents: Contents): boolean {
  const [given = ''] = (type ?? '').split(';', 1);
  const mediaType = given.trim().toLowerCase();
  if (isJson(type) || Object.hasOwn(contents, mediaType)) return true;
  return hasAnyType(contents) && !ofForms.includes(mediaType);
}

/** The origin of a URL, with every loopback host replaced by `localhost`; `null` if it has none. */
function originOf(address: string): string {
  if (!URL.canParse(address)) return 'null';
  const url = new URL(address);
  if (isLoopback(url.hostname)) url.hostname = 'localhost';
  return url.origin;
}

/** The host name in a `Host` header, normalized by `URL`. Rejects `@`: the text before it would be user info. */
function hostnameOf(host = ''): string | undefined {
  const address = `http://${host}`;
  return /^[^\s/?#@\\]+$/.test(host) && URL.canParse(address) ? new URL(address).hostname : undefined;
}
