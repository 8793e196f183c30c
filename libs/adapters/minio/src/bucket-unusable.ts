import { StorageUnavailable } from '@cairn/kernel';
import { codeOf, FULL } from './s3-errors.js';
import type { S3Options } from './s3-options.js';
import { DeadlinePassed } from './timing.js';

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
