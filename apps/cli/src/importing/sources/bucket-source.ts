import { blobSettings, s3KeyOf, parseBlobUrl } from '@cairn/composition';
import type { Environment } from '@cairn/server/settings';
import { Client, S3Error, type BucketItem } from 'minio';
import { UsageError } from '../../program/options.js';
import {
  faultOfName,
  HIDDEN,
  hiddenPart,
  leftOut,
  nameIn,
  unreadable,
  type ImportSource,
  type SourceFile,
} from './source.js';

/** The objects of a bucket below a prefix. The address has the form of `CAIRN_BLOB_URL`. */
export class BucketSource implements ImportSource {
  private constructor(
    private readonly client: Client,
    private readonly place: { readonly bucket: string; readonly prefix: string },
  ) {}

  /** @throws {UsageError} for an invalid address, or one without a key. */
  static of(address: string, environment: Environment): BucketSource {
    const settings = blobSettings(parsed(address), s3KeyOf(environment));
    if (settings?.kind !== 's3')
      throw new UsageError(
        'The address of the bucket must hold a key and a secret where AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY do not',
      );
    const { host: endPoint, port, tls: useSSL, region, bucket, prefix, sessionToken, ...keys } = settings;
    const client = new Client({
      endPoint,
      ...(port !== undefined && { port }),
      useSSL,
      region,
      accessKey: keys.accessKey,
      secretKey: keys.secretKey,
      ...(sessionToken !== undefined && { sessionToken }),
    });
    return new BucketSource(client, { bucket, prefix });
  }

  async *list(): AsyncGenerator<SourceFile> {
    const { bucket, prefix } = this.place;
    const objects: AsyncIterable<BucketItem> = this.client.listObjectsV2(bucket, prefix, true);
    const hidden = new Set<string>();
    for await (const { name: key = '', size: sizeInBytes = 0 } of objects) {
      const name = nameIn(key.slice(prefix.length));
      if (name === '' || (key.endsWith('/') && sizeInBytes === 0)) continue; // the object stands for a folder
      const part = hiddenPart(name);
      if (part === undefined)
        yield { name, sizeInBytes, refused: faultOfName(name), open: () => this.open(bucket, key) };
      else if (!hidden.has(part)) yield leftOut(part, HIDDEN);
      if (part !== undefined) hidden.add(part);
    }
  }

  /** An error about one object does not affect others. */
  private async open(bucket: string, key: string): Promise<AsyncIterable<Uint8Array>> {
    try {
      return await this.client.getObject(bucket, key);
    } catch (error) {
      throw error instanceof S3Error ? unreadable(error) : error;
    }
  }

  async close(): Promise<void> {}
}

function parsed(address: string): ReturnType<typeof parseBlobUrl> {
  try {
    return parseBlobUrl(address);
  } catch (error) {
    throw new UsageError(`The address of the bucket ${error instanceof Error ? error.message : 'is none'}`);
  }
}
