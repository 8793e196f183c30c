import type { BlobSettings, DatabaseSettings, S3Key, S3Settings } from '../settings/application-settings.js';

/** An S3 bucket. Its key may be given elsewhere. */
export type S3Address = Omit<KeyedBucket, keyof S3Key> & { readonly key: S3Key | undefined };

type KeyedBucket = Extract<S3Settings, S3Key>;
type OwnBlobs = Extract<BlobSettings, { readonly kind: 'fs' | 'memory' }>;

/** A blob store as an address describes it. */
export type BlobAddress = OwnBlobs | S3Address;

const DEFAULT_REGION = 'us-east-1';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PARAMETERS = new Set(['region', 'tls', 'public']);
const SEGMENT = /^(?!\.+$)[\w.-]+$/;

/** Parses `memory:`, `sqlite:FILE` or `postgres://…`. @throws {Error} that names the accepted forms. */
export function parseDatabaseUrl(text: string): DatabaseSettings {
  if (text === 'memory:') return { kind: 'memory' };
  const expectation = 'must be memory:, sqlite: and a file, or postgres://user:password@host:port/database';
  if (!/^postgres(?:ql)?:/.test(text))
    return { kind: 'sqlite', file: localPath(text, 'sqlite:', expectation) };
  const url = parsed(text, expectation);
  if (url.hostname === '' || url.pathname.length < 2 || url.hash !== '') throw new Error(expectation);
  return { kind: 'postgres', url: text };
}

/** Parses `memory:`, `file:FOLDER` or `s3://…`. @throws {Error} that names the accepted forms. */
export function parseBlobUrl(text: string): BlobAddress {
  if (text === 'memory:') return { kind: 'memory' };
  if (text.startsWith('s3:')) return s3Url(text);
  const expectation = 'must be memory:, file: and a folder, or s3://key:secret@host:port/bucket';
  return { kind: 'fs', directory: localPath(text, 'file:', expectation) };
}

/**
 * Settings for an address. `key` is used if the address of an S3 bucket has none; `undefined` if both are missing.
 */
export function blobSettings(
  address: BlobAddress,
  key: S3Key = { accessKey: '', secretKey: '' },
): OwnBlobs | KeyedBucket | undefined {
  if (address.kind !== 's3') return address;
  const { key: own = key, ...bucket } = address;
  return own.accessKey === '' || own.secretKey === '' ? undefined : { ...bucket, ...own };
}

/** The key in the variables that programs for S3 have in common. */
export function s3KeyOf(environment: Readonly<Record<string, string | undefined>>): S3Key {
  const { AWS_ACCESS_KEY_ID: accessKey = '', AWS_SECRET_ACCESS_KEY: secretKey = '' } = environment;
  return { accessKey, secretKey, sessionToken: environment['AWS_SESSION_TOKEN'] || undefined };
}

function s3Url(text: string): S3Address {
  const url = parsed(text, 'must be an address such as s3://key:secret@host:port/bucket');
  const [bucket = '', ...prefix] = url.pathname.slice(1).replace(/\/$/, '').split('/');
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.has(name));
  const publicUrl = url.searchParams.get('public') ?? undefined;
  const tls = url.searchParams.get('tls') ?? 'true';
  if (url.hostname === '') throw new Error('must name the host of the S3 service');
  if (!BUCKET.test(bucket)) throw new Error('must name a bucket behind the host');
  if (!prefix.every((segment) => SEGMENT.test(segment)))
    throw new Error('must have a prefix of letters, digits and ._- behind the bucket, or none');
  if (tls !== 'true' && tls !== 'false') throw new Error('must have a tls of true or false, or none');
  if (unknown !== undefined || url.hash !== '')
    throw new Error('must have no parameters but region, tls and public');
  if (publicUrl !== undefined && !/^https?:\/\/[^/?#@]+\/?$/.test(publicUrl))
    throw new Error('must have a public that is the http or https address of a host, or none');
  if ((url.username === '') !== (url.password === ''))
    throw new Error('must have both key and secret, or neither');
  return {
    kind: 's3',
    host: url.hostname.replace(/^\[|\]$/g, ''),
    ...(url.port !== '' && { port: Number(url.port) }),
    tls: tls === 'true',
    region: url.searchParams.get('region') ?? DEFAULT_REGION,
    bucket,
    ...(publicUrl !== undefined && { publicUrl }),
    prefix: prefix.map((segment) => `${segment}/`).join(''),
    key:
      url.username === ''
        ? undefined
        : { accessKey: decoded(url.username), secretKey: decoded(url.password) },
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('must have key and secret percent-encoded');
  }
}

function parsed(text: string, expectation: string): URL {
  if (!URL.canParse(text)) throw new Error(expectation);
  return new URL(text);
}

function localPath(text: string, scheme: string, expectation: string): string {
  const path = text.startsWith(scheme) ? text.slice(scheme.length).replace(/^\/\/(?=\/)/, '') : '';
  if (path === '' || path.startsWith('//') || path.includes('\0')) throw new Error(expectation);
  return path;
}
