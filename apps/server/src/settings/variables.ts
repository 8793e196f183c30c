import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddress from 'proxy-addr';
import { KeySecret } from '@cairn/access';
import { parseBlobUrl, parseDatabaseUrl } from '@cairn/composition';
import { METADATA_CHOICES, TRANSFORM_POLICIES, type OptionalImageType } from '@cairn/images';
import { baseMapAddress, baseMapAttribution } from './base-map.js';
import { issuer, memberRules, oidcScopes, ownerRules, secretFile } from './identity-provider.js';
import { presets } from './presets.js';
import { publicKey } from './public-key.js';
import { signingKeys } from './signing-keys.js';

const FURTHER_TYPES: ReadonlyMap<string, OptionalImageType> = new Map([
  ['heic', 'image/heic'],
  ['jxl', 'image/jxl'],
  ['tiff', 'image/tiff'],
  ['bmp', 'image/bmp'],
]);

/** An environment variable. `parse` throws an `Error` that says what is expected. */
export interface Variable<T> {
  readonly example: string;
  readonly parse: (text: string) => T;
}

/** Every variable of the server, with an example and its parser. */
export const variables = {
  CAIRN_HOST: { example: '127.0.0.1', parse: nonEmpty },
  CAIRN_PORT: { example: '8080', parse: integer(0, 65_535) },
  CAIRN_BASE_URL: { example: 'https://cairn.example.org', parse: address },
  CAIRN_CDN_URL: { example: 'https://cdn.example.org', parse: address },
  CAIRN_METRICS: { example: 'on', parse: oneOf('on', 'off') },
  CAIRN_METRICS_PORT: { example: '9464', parse: integer(0, 65_535) },
  CAIRN_METRICS_HOST: { example: '127.0.0.1', parse: nonEmpty },
  CAIRN_PUBLIC_PORT: { example: '8081', parse: integer(0, 65_535) },
  CAIRN_PUBLIC_HOST: { example: '0.0.0.0', parse: nonEmpty },
  CAIRN_PUBLIC_BASE_URL: { example: 'https://share.example.org', parse: address },
  CAIRN_DATA_DIR: { example: './data', parse: nonEmpty },
  CAIRN_DISK_RESERVE: { example: '8', parse: integer(0, 1_048_576) },
  CAIRN_DATABASE_URL: { example: 'sqlite:./data/cairn.db', parse: parseDatabaseUrl },
  CAIRN_DATABASE_MIGRATE: { example: 'check', parse: oneOf('run', 'check', 'never') },
  CAIRN_BLOB_URL: { example: 'file:./data/blobs', parse: parseBlobUrl },
  CAIRN_TRUSTED_PROXIES: { example: '10.0.0.0/8,loopback', parse: proxies },
  CAIRN_ALLOWED_ADDRESSES: { example: '10.0.0.0/8,hooks.internal', parse: hosts },
  CAIRN_HUB_AUTH: { example: 'anonymous', parse: oneOf('anonymous', 'required', 'open') },
  CAIRN_HUB_JWT_PUBLIC_KEY: { example: './hub-key.pem', parse: publicKey },
  CAIRN_CORS_ORIGINS: { example: 'https://app.example.org,http://localhost:3000', parse: origins },
  CAIRN_EMBED_ORIGINS: { example: 'https://blog.example.org', parse: origins },
  CAIRN_BASE_MAP_URL: { example: 'https://tiles.example.org/{z}/{x}/{y}.png', parse: baseMapAddress },
  CAIRN_BASE_MAP_ATTRIBUTION: { example: '[© Example](https://example.org)', parse: baseMapAttribution },
  CAIRN_BASE_MAP_MAX_ZOOM: { example: '19', parse: integer(0, 24) },
  CAIRN_BASE_MAP_ORIGINS: { example: 'https://fonts.example.org', parse: origins },
  CAIRN_LINK_KEY: { example: 'a-secret-of-32-characters-or-more', parse: linkKey },
  CAIRN_BOOTSTRAP_KEY: { example: 'a key printed by `npm run new-key`', parse: apiKey },
  CAIRN_OIDC_ISSUER: { example: 'https://id.example.org', parse: issuer },
  CAIRN_OIDC_CLIENT_ID: { example: 'cairn', parse: nonEmpty },
  CAIRN_OIDC_CLIENT_SECRET: { example: 'the secret that the provider shows', parse: nonEmpty },
  CAIRN_OIDC_CLIENT_SECRET_FILE: { example: '/run/secrets/oidc', parse: secretFile },
  CAIRN_OIDC_NAME: { example: 'Example', parse: nonEmpty },
  CAIRN_OIDC_SCOPES: { example: 'openid profile email', parse: oidcScopes },
  CAIRN_OIDC_MEMBERS: { example: 'groups=staff,email=@example.org', parse: memberRules },
  CAIRN_OIDC_OWNERS: { example: 'groups=cairn-owners', parse: ownerRules },
  CAIRN_IMAGE_QUOTA: { example: '10000', parse: integer(0, Number.MAX_SAFE_INTEGER) },
  CAIRN_AUDIT_DAYS: { example: '90', parse: integer(0, 36_500) },
  CAIRN_AUDIT_ADDRESSES: { example: 'yes', parse: oneOf('yes', 'no') },
  CAIRN_BYTE_QUOTA: { example: '10737418240', parse: integer(0, Number.MAX_SAFE_INTEGER) },
  CAIRN_IMAGE_TYPES: { example: 'heic,jxl', parse: imageTypes },
  CAIRN_METADATA: { example: 'remove', parse: oneOf(...METADATA_CHOICES) },
  CAIRN_BACKUP_DIR: { example: './backups', parse: nonEmpty },
  CAIRN_BACKUP_EVERY: { example: '24', parse: integer(1, 8_760) },
  CAIRN_BACKUP_KEEP_DAYS: { example: '30', parse: integer(1, 36_500) },
  CAIRN_TRASH_COUNTS: { example: 'yes', parse: oneOf('yes', 'no') },
  CAIRN_TRASH_DAYS: { example: '7', parse: integer(0, 36_500) },
  CAIRN_QUARANTINE_DAYS: { example: '7', parse: integer(1, 36_500) },
  CAIRN_RATE_UPLOADS: { example: '600', parse: integer(0, 1_000_000_000) },
  CAIRN_RATE_REQUESTS: { example: '6000', parse: integer(0, 1_000_000_000) },
  CAIRN_RATE_FAILED_AUTH: { example: '100', parse: integer(0, 1_000_000_000) },
  CAIRN_RATE_SIGN_INS: { example: '20', parse: integer(0, 1_000_000_000) },
  CAIRN_MAX_CONNECTIONS: { example: '5000', parse: integer(0, 1_000_000) },
  CAIRN_MAX_CONNECTIONS_PER_ADDRESS: { example: '500', parse: integer(0, 1_000_000) },
  CAIRN_IMPORTS: { example: 'on', parse: oneOf('on', 'off') },
  CAIRN_MAX_FILES_PER_UPLOAD: { example: '100', parse: integer(1, 1_000) },
  CAIRN_MAX_UPLOADS: { example: '64', parse: integer(1, 10_000) },
  CAIRN_UPLOAD_QUEUE: { example: '256', parse: integer(0, 10_000) },
  CAIRN_MAX_IMPORTS: { example: '8', parse: integer(1, 1_000) },
  CAIRN_MAX_IMPORT_FILE: { example: '2048', parse: integer(1, 2_048) },
  CAIRN_MAX_FILE_READERS: { example: '2', parse: integer(1, 64) },
  CAIRN_FILE_READER_QUEUE: { example: '100', parse: integer(0, 10_000) },
  CAIRN_FILE_READER_SECONDS: { example: '1800', parse: integer(1, 86_400) },
  CAIRN_ANSWER_MEMORY: { example: '256', parse: integer(16, 65_536) },
  CAIRN_MAX_EVENT_STREAMS: { example: '1000', parse: integer(1, 100_000) },
  CAIRN_MAX_DECODES: { example: '2', parse: integer(1, 64) },
  CAIRN_DECODE_QUEUE: { example: '256', parse: integer(0, 10_000) },
  CAIRN_STALL_SECONDS: { example: '30', parse: secondsInMs },
  CAIRN_MIN_UPLOAD_RATE: { example: '8192', parse: integer(1, 1_000_000_000) },
  CAIRN_MAX_FEATURE_BODY: { example: '32', parse: integer(1, 512) },
  CAIRN_MAX_FEATURES_PER_WRITE: { example: '20000', parse: integer(1, 100_000) },
  CAIRN_MAX_FEATURE_SIZE: { example: '10', parse: integer(1, 128) },
  CAIRN_MAX_FEATURE_VERTICES: { example: '100000', parse: integer(1, 10_000_000) },
  CAIRN_MAX_FEATURE_VALUES: { example: '50000', parse: integer(1_000, 1_000_000) },
  CAIRN_MAX_FEATURE_DEPTH: { example: '32', parse: integer(8, 500) },
  CAIRN_FEATURE_QUOTA: { example: '1000000', parse: integer(0, Number.MAX_SAFE_INTEGER) },
  CAIRN_FEATURE_STORAGE: { example: '4096', parse: integer(0, 1_000_000_000) },
  CAIRN_HOT_SPACES: { example: '256', parse: integer(0, 1_048_576) },
  CAIRN_TILE_CACHE: { example: '64', parse: integer(0, 1_048_576) },
  CAIRN_TILE_FEATURES: { example: '50000', parse: integer(1, 1_000_000) },
  CAIRN_ARCHIVE_TILES: { example: '500000', parse: integer(1, 100_000_000) },
  CAIRN_TILE_SIZE: { example: '1024', parse: integer(16, 65_536) },
  CAIRN_CDN_MODE: { example: 'stream', parse: oneOf('stream', 'redirect') },
  CAIRN_FILE_CACHE: { example: '64', parse: integer(0, 1_048_576) },
  CAIRN_CDN_CACHE_CONTROL: { example: 'public, max-age=3600, stale-while-revalidate=60', parse: headerValue },
  CAIRN_TRANSFORMS: { example: 'ladder', parse: oneOf(...TRANSFORM_POLICIES) },
  CAIRN_PRESETS: { example: 'thumb=w=320&format=auto;card=w=640&h=480&fit=cover', parse: presets },
  CAIRN_CLIENT_HINTS: { example: 'on', parse: oneOf('off', 'on') },
  CAIRN_SIGNING_KEYS: { example: 'site:a-secret-of-32-characters-or-more', parse: signingKeys },
  CAIRN_SIGNED_CACHE_SECONDS: { example: '60', parse: integer(0, 31_536_000) },
  CAIRN_DERIVATIVES: { example: '1024', parse: integer(0, 1_048_576) },
  CAIRN_MAX_RENDERS: { example: '2', parse: integer(1, 64) },
  CAIRN_RENDER_QUEUE: { example: '64', parse: integer(0, 10_000) },
  CAIRN_RENDER_SECONDS: { example: '20', parse: integer(1, 600) },
  CAIRN_SLOW_QUERY_MS: { example: '1000', parse: integer(0, 3_600_000) },
  CAIRN_LOG_LEVEL: { example: 'info', parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent') },
} as const satisfies Readonly<Record<string, Variable<unknown>>>;

function linkKey(text: string): string {
  if (!/^[\x21-\x7e]{32,256}$/.test(text))
    throw new Error('must be a secret of 32 to 256 letters, digits and signs');
  return text;
}

function nonEmpty(text: string): string {
  if (text.trim() === '') throw new Error('must not be empty');
  return text;
}

function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) throw new Error(`must be a whole number from ${min} to ${max}`);
    return value;
  };
}

function secondsInMs(text: string): number {
  const value = /^\d{1,4}(?:\.\d{1,3})?$/.test(text) ? Number(text) * 1_000 : Number.NaN;
  if (!(value >= 100 && value <= 3_600_000)) throw new Error('must be a number of seconds from 0.1 to 3600');
  return value;
}

function oneOf<T extends string>(...values: readonly T[]): (text: string) => T {
  return (text) => {
    const value = values.find((candidate) => candidate === text);
    if (value === undefined) throw new Error(`must be one of ${values.join(', ')}`);
    return value;
  };
}

function address(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new Error('must be an http or https address without user, query or fragment');
  }
  return url.href.replace(/(?<!\/)\/+$/, '');
}

/** Types of images besides those that browsers show; `none` for no other. */
function imageTypes(text: string): readonly OptionalImageType[] {
  if (text.trim().toLowerCase() === 'none') return [];
  return text.split(',').map((part) => {
    const type = FURTHER_TYPES.get(part.trim().toLowerCase());
    if (type === undefined)
      throw new Error(`must be none, or some of ${[...FURTHER_TYPES.keys()].join(', ')}`);
    return type;
  });
}

/** Origins as browsers send them: scheme, host, and port if it is not the default one. */
function origins(text: string): readonly string[] {
  const given = text.split(',').map((part) => part.trim());
  if (given.every((part) => /^https?:/i.test(part) && URL.canParse(part) && isOrigin(new URL(part))))
    return given.map((part) => new URL(part).origin);
  throw new Error('must be http or https origins without a path, separated by commas');
}

function isOrigin({ href, origin }: URL): boolean {
  return href === `${origin}/`;
}

/** Addresses, networks, and Express's names for networks (https://expressjs.com/en/guide/behind-proxies.html). */
function proxies(text: string): readonly string[] {
  const given = text.split(',').map((part) => part.trim());
  if (given.every(isNetwork)) return given;
  throw new Error(
    'must be addresses, networks narrower than /0, loopback, linklocal or uniquelocal, separated by commas',
  );
}

/** Addresses, networks and names of hosts. */
function hosts(text: string): readonly string[] {
  const given = text.split(',').map((part) => part.trim());
  const isHost = (part: string): boolean =>
    ipaddr.isValidCIDR(part) || isIP(part) !== 0 || /^(?!.*\.\d+$)[\w-]{1,63}(?:\.[\w-]{1,63})*$/.test(part);
  if (given.every(isHost)) return given;
  throw new Error('must be addresses, networks and names of hosts, separated by commas');
}

/** Whether `proxy-addr` can parse it. Checked here first, because it would also accept `10` for 0.0.0.10. */
function isNetwork(text: string): boolean {
  const [address = ''] = text.split('/');
  if (isIP(address) === 0 && !/^(?:loopback|linklocal|uniquelocal)$/.test(text)) return false;
  try {
    proxyAddress.compile(text);
    return true;
  } catch {
    return false;
  }
}

function apiKey(text: string): KeySecret {
  const secret = KeySecret.parse(text);
  if (secret === undefined)
    throw new Error('must be an API key as `npm run new-key` prints it; this one is mistyped');
  return secret;
}

function headerValue(text: string): string {
  if (!/^[\x20-\x7e]+$/.test(text)) throw new Error('must be visible ASCII characters and spaces');
  return text;
}
