import { randomBytes } from 'node:crypto';
import { Client } from 'minio';
import { InvalidBlobKey, isBlobKey, type AddressTerms } from '@cairn/images';
import type { BlobAddresses, BlobAreaName } from '@cairn/images/spi';
import { StorageFull, StorageUnavailable } from '@cairn/kernel';

/** What requests are signed with. A session token belongs to keys that expire. */
export interface S3Key {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly sessionToken?: string | undefined;
}

/** A bucket of an S3 service, with a key; or with a function that is asked for one before each call, and should keep it. */
export type S3Options = S3Bucket & (S3Key | { readonly credentials: () => Promise<S3Key> | S3Key });

interface S3Bucket {
  readonly host: string;
  /** Defaults to the scheme's port. */
  readonly port?: number | undefined;
  readonly tls: boolean;
  readonly region: string;
  readonly bucket: string;
  /** Prefix of all object keys: empty, or ending in a slash. */
  readonly prefix: string;
  /**
   * Public address of the same service when readers cannot reach `host`, such as `https://s3.example.org`: scheme, host
   * and optional port. Signatures cover the host, so no proxy may change it.
   */
  readonly publicUrl?: string | undefined;
}

/** Staged objects that have no key yet. */
export const STAGING = 'staging/';

/** Folder of the objects of each area. */
export const folders: Readonly<Record<BlobAreaName, string>> = {
  originals: 'blobs/',
  derivatives: 'derivatives/',
  staged: `${STAGING}parts/`,
  quarantine: 'quarantine/',
  archives: 'archives/',
};

/** The objects that identify the installation, and hold its key. */
export const [MARKER, KEY] = ['installation.json', 'installation.key'];

/** The object name of a blob. */
export function blobName(area: BlobAreaName, key: string): string {
  return `${folders[area]}${key}`;
}

/** A unique name in the staging folder. */
export function stagingName(): string {
  return `${STAGING}${randomBytes(16).toString('hex')}`;
}

/** Timeouts and back-off of calls to the store, in milliseconds. A deadline includes the retries of a call. */
export interface Timing {
  /** Deadline of a call that checks whether the store is usable. */
  readonly checkMs: number;
  /** Deadline of a call that transfers few bytes. */
  readonly callMs: number;
  /** Deadline of a call that transfers a part of an upload, or makes the store copy or join objects. */
  readonly transferMs: number;
  /** The approximate back-off before the first retry; three times that before the second one. */
  readonly pauseMs: number;
}

/** Enough for a store in another data centre, and for a part at 200 kB/s. */
export const TIMING: Timing = { checkMs: 2_000, callMs: 10_000, transferMs: 30_000, pauseMs: 100 };

/** The calls with separate deadlines. */
export type CallKind = Exclude<keyof Timing, 'pauseMs'>;

type ClientOptions = ConstructorParameters<typeof Client>[0];

/** Options of the client. The region is given, so that the client never requests it; the client does not retry. */
export async function clientOptions(options: S3Options): Promise<ClientOptions> {
  const { host, port, tls, region } = options;
  const { accessKey, secretKey, sessionToken } =
    'credentials' in options ? await options.credentials() : options;
  return {
    endPoint: host,
    port: port ?? (tls ? 443 : 80),
    useSSL: tls,
    region,
    accessKey,
    secretKey,
    ...(sessionToken !== undefined && { sessionToken }),
    // On a retry the client would write to the console, leave a response unread and lose the store's error.
    retryOptions: { disableRetry: true },
  };
}

/** Signed URLs at which the S3 service itself serves blobs to anyone who can reach it. */
export class MinioBlobAddresses implements BlobAddresses {
  private readonly options: S3Options;

  /** @throws {TypeError} unless `publicUrl` is absent or consists of scheme and host only. */
  constructor(options: S3Options) {
    this.options = atPublicUrl(options);
  }

  async addressOf(key: string, terms: AddressTerms): Promise<string> {
    if (!isBlobKey(key)) throw new InvalidBlobKey();
    const { bucket, prefix } = this.options;
    const name = prefix + blobName(terms.area, key);
    const client = new Client(await clientOptions(this.options));
    return await client.presignedGetObject(bucket, name, terms.seconds, {
      'response-content-type': terms.contentType,
      'response-content-disposition': terms.disposition,
      'response-cache-control': terms.cacheControl,
    });
  }
}

function atPublicUrl(options: S3Options): S3Options {
  const { publicUrl } = options;
  if (publicUrl === undefined) return options;
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new TypeError('The public address of the store must be one such as https://s3.example.org.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? undefined : Number(url.port);
  return { ...options, host, port, tls: url.protocol === 'https:' };
}

/** Codes of a full store: MinIO's disk, MinIO's bucket quota, Ceph's quota. */
const FULL: ReadonlySet<unknown> = new Set([
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
  'QuotaExceeded',
]);
const PASSING = new Set<unknown>(['ECONNRESET', 'EPIPE', 'ConditionalRequestConflict', 'RequestTimeout']);

/** The store exceeded the deadline. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';

  constructor(readonly deadlineMs: number) {
    super(`The store did not answer within ${deadlineMs} ms.`);
  }
}

/** The store is temporarily unable to answer: a status such as 503, with a code such as `SlowDown` if it gave one. */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy';

  constructor(
    readonly status: number,
    readonly code: string | undefined,
  ) {
    super(`The store answered ${status}${code === undefined ? '' : ` (${code})`}.`);
  }
}

/** The code from the store or the operating system, such as `NoSuchKey` or `ECONNREFUSED`. */
export function codeOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  // The client throws an error inside a 200 response as parsed, in the store's spelling.
  return 'code' in error ? error.code : 'Code' in error ? error.Code : undefined;
}

/** Whether a retry may succeed. */
export function isPassing(error: unknown): boolean {
  return error instanceof StoreBusy || PASSING.has(codeOf(error));
}

/** Maps an error of the store to the port's error. The original stays in `cause`. */
export function unavailable(cause: unknown): StorageUnavailable {
  if (cause instanceof StorageUnavailable) return cause;
  return FULL.has(codeOf(cause))
    ? new StorageFull('The disk is full: the S3 service takes nothing more.', { cause })
    : new StorageUnavailable('The image storage is out of order.', { cause });
}

/** Why a bucket cannot be used. */
export type BucketFault =
  | 'unreachable'
  | 'tls-failed'
  | 'access-refused'
  | 'clock-wrong'
  | 'region-wrong'
  | 'bucket-missing'
  | 'full'
  | 'out-of-order';

const byCode = new Map<unknown, BucketFault>([
  ...['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].map(
    faulty('unreachable'),
  ),
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'EADDRNOTAVAIL'].map(faulty('unreachable')),
  ...['AccessDenied', 'InvalidAccessKeyId', 'SignatureDoesNotMatch'].map(faulty('access-refused')),
  ...['XAdminUserNotFound', 'AllAccessDisabled', 'AccountProblem'].map(faulty('access-refused')),
  ...['AuthorizationHeaderMalformed', 'PermanentRedirect', 'MovedPermanently'].map(faulty('region-wrong')),
  ['RequestTimeTooSkewed', 'clock-wrong'],
  ['NoSuchBucket', 'bucket-missing'],
  ...[...FULL].map((code): [unknown, BucketFault] => [code, 'full']),
  ['EPROTO', 'tls-failed'],
]);
const TLS = /^(ERR_(TLS|SSL)_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH)/;

const says: Readonly<Record<BucketFault, string>> = {
  unreachable: 'cannot be reached',
  'tls-failed': 'does not speak TLS, or shows a certificate that nobody here trusts',
  'access-refused': 'refuses the access key or its secret, or does not let it read and write',
  'clock-wrong': 'has another time: one of the two clocks is wrong',
  'region-wrong': 'is not of the region that is set',
  'bucket-missing': 'has no such bucket',
  full: 'takes nothing more: its disk or a quota is full',
  'out-of-order': 'does not answer as an S3 service in order does, at least not with this host, port and tls',
};

/** The bucket cannot be used. `reason` is machine-readable, the message names host and bucket. */
export class BucketUnusable extends StorageUnavailable {
  private constructor(
    readonly reason: BucketFault,
    message: string,
    options: ErrorOptions,
  ) {
    super(message, options);
  }

  /** Maps an error of a request to this bucket. */
  static from(error: unknown, { host, port, tls, bucket }: S3Options): BucketUnusable {
    const cause = error instanceof StorageUnavailable ? error.cause : error;
    const reason = faultOf(cause);
    const where = `${host.includes(':') ? `[${host}]` : host}:${port ?? (tls ? 443 : 80)}`;
    const detail = detailOf(cause);
    const message = `The bucket "${bucket}" cannot be used: the S3 service at ${where} ${says[reason]} (${detail}).`;
    return new BucketUnusable(reason, message, { cause });
  }
}

function faultOf(cause: unknown): BucketFault {
  if (cause instanceof DeadlinePassed) return 'unreachable';
  const code = codeOf(cause);
  return byCode.get(code) ?? (TLS.test(String(code)) ? 'tls-failed' : 'out-of-order');
}

function detailOf(cause: unknown): string {
  const code = codeOf(cause);
  const message = cause instanceof Error ? cause.message.replace(/\.$/, '') : '';
  return (typeof code === 'string' && code) || message || 'no reason was given';
}

function faulty(fault: BucketFault): (code: string) => [string, BucketFault] {
  return (code) => [code, fault];
}
