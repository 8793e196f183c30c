import { Client } from 'minio';
import { InvalidBlobKey, isBlobKey, type AddressTerms } from '@cairn/images';
import type { BlobAddresses } from '@cairn/images/spi';
import { blobName } from './names.js';
import { clientOptions } from './s3-client.js';
import type { S3Options } from './s3-options.js';

/** Signed URLs at which the S3 service itself serves blobs to anyone who can reach it. */
export class MinioBlobAddresses implements BlobAddresses {
  private readonly client: Client;

  /** @throws {TypeError} unless `publicUrl` is absent or consists of scheme and host only. */
  constructor(private readonly options: S3Options) {
    this.client = new Client(clientOptions(atPublicUrl(options)));
  }

  async addressOf(key: string, terms: AddressTerms): Promise<string> {
    if (!isBlobKey(key)) throw new InvalidBlobKey();
    const { bucket, prefix } = this.options;
    const name = prefix + blobName(terms.area, key);
    return await this.client.presignedGetObject(bucket, name, terms.seconds, {
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
