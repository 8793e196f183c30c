import type { Client } from 'minio';
import type { S3Options } from './s3-options.js';

type ClientOptions = ConstructorParameters<typeof Client>[0];

/** What the client is made with. The region is said, so that it never asks for it; it repeats nothing by itself. */
export function clientOptions({ host, port, tls, region, accessKey, secretKey }: S3Options): ClientOptions {
  return {
    endPoint: host,
    port: port ?? (tls ? 443 : 80),
    useSSL: tls,
    region,
    accessKey,
    secretKey,
    // For each repetition it would write to the console, leave an answer unread and forget what the store said.
    retryOptions: { disableRetry: true },
  };
}
