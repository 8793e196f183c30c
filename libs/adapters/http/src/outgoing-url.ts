import { isIP } from 'node:net';
import { OutgoingHttpFailed } from '@cairn/kernel';
import type { AllowedAddresses } from './allowed-addresses.js';

const MAX_URL = 2_048;
const MAX_HOST = 253;

/** Names that RFC 6761, 6762, 8375 and ICANN keep for the machine itself and for private networks. */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;

/**
 * Ports of other protocols: those that fetch blocks (https://fetch.spec.whatwg.org/#port-blocking), and those of
 * databases and caches.
 */
const BLOCKED_PORTS = new Set([
  ...[
    1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  ],
  ...[
    109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  ],
  ...[526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049],
  ...[3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080],
  ...[445, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5984, 6379, 9042, 9200, 9300, 10_250, 11_211, 27_017],
]);

/** A URL that may be requested if the addresses of its host are allowed. */
export interface OutgoingUrl {
  readonly url: URL;
  /** A host name without a trailing dot, or an address without brackets. */
  readonly host: string;
}

export const notAllowed = (message: string): OutgoingHttpFailed =>
  new OutgoingHttpFailed('address-not-allowed', message);

/**
 * Checks a URL by its text and, if its host is an address, by that address.
 * @throws {OutgoingHttpFailed} with `address-not-allowed`.
 */
export function parseOutgoingUrl(text: string, allowed: AllowedAddresses): OutgoingUrl {
  if (text.length > MAX_URL) throw notAllowed(`The URL is longer than ${MAX_URL} characters.`);
  if (!isPlain(text)) throw notAllowed('The URL has spaces, control characters or backslashes.');
  if (!URL.canParse(text)) throw notAllowed('The URL is not one.');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw notAllowed('The URL must begin with http:// or https://.');
  if (!/^https?:\/\/[^/]/i.test(text)) throw notAllowed('The URL has no host after its two slashes.');
  if (url.username !== '' || url.password !== '' || authorityOf(text).includes('@'))
    throw notAllowed('The URL must not have a user or a password.');
  if (url.port === '0' || BLOCKED_PORTS.has(Number(url.port)))
    throw notAllowed(`Port ${url.port} is not for HTTP.`);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (host === '' || host.length > MAX_HOST || host.endsWith('.'))
    throw notAllowed('The host of the URL is none.');
  if (isIP(host) === 0 ? PRIVATE_NAME.test(host) && !allowed.hasHost(host) : !allowed.admits(host))
    throw notAllowed(`${host} is not a public address.`);
  return { url, host };
}

const authorityOf = (text: string): string => /^[^:]+:\/\/([^/?#]*)/.exec(text)?.[1] ?? '';

/**
 * The target of a redirect.
 * @throws {OutgoingHttpFailed} with `address-not-allowed`, also for a redirect from https to http.
 */
export function redirectFrom(from: URL, location: string, allowed: AllowedAddresses): OutgoingUrl {
  if (!URL.canParse(location, from.href))
    throw notAllowed('The server redirects to something that is no URL.');
  const isRelative = !/^[a-z][a-z0-9+.-]*:/i.test(location);
  // A relative redirect is checked together with the URL that it is relative to.
  const target = parseOutgoingUrl(isRelative ? relative(from, location) : location, allowed);
  if (from.protocol === 'https:' && target.url.protocol === 'http:')
    throw notAllowed('The server redirects from https to http.');
  return target;
}

function relative(from: URL, location: string): string {
  if (!isPlain(location)) throw notAllowed('The server redirects to a URL with spaces or backslashes.');
  return new URL(location, from).href;
}

/** `URL` removes tabs and line breaks and reads a backslash as a slash, so other parsers may see a different host. */
const isPlain = (text: string): boolean => !/[\s\\\p{Cc}]/u.test(text);
