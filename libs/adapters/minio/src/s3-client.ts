import type { Client } from 'minio';
import type { S3Options } from './s3-options.js';

type ClientOptions = ConstructorParameters<typeof Client>[0];

/** Options of the client. The region is given, so that the client never requests it; the client does not retry. */
export function clientOptions({ host, port, tls, region, accessKey, secretKey }: S3Options): ClientOptions {
  return {
    endPoint: host,
    port: port ?? (tls ? 443 : 80),
    useSSL: tls,
    region,
    accessKey,
    secretKey,
    // On a retry the client would write to the console, leave a response unread and lose the store's error.
    retryOptions: { disableRetry: true },
  };
}
