import { Client } from 'minio';

/** The parts of an `s3:` address, with the S3 adapter's names. */
export interface S3Address {
  readonly host: string;
  readonly port: number | undefined;
  readonly tls: boolean;
  readonly region: string;
  /** Empty in the address of a whole server. */
  readonly bucket: string;
  readonly prefix: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** Reads `s3://KEY:SECRET@host:port/bucket/prefix?region=…&tls=…`. */
export function readS3Address(address: string): S3Address {
  const url = new URL(address);
  const [bucket = '', ...prefix] = url.pathname.split('/').slice(1);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? undefined : Number(url.port),
    tls: url.searchParams.get('tls') !== 'false',
    region: url.searchParams.get('region') ?? 'us-east-1',
    bucket,
    prefix: prefix.map((segment) => `${decodeURIComponent(segment)}/`).join(''),
    accessKey: decodeURIComponent(url.username),
    secretKey: decodeURIComponent(url.password),
  };
}

/** A client of the server of an address. */
export function s3ClientOf(address: string): Client {
  const { host, port, tls, region, accessKey, secretKey } = readS3Address(address);
  return new Client({
    endPoint: host,
    port: port ?? (tls ? 443 : 80),
    useSSL: tls,
    region,
    accessKey,
    secretKey,
  });
}
