import { randomBytes } from 'node:crypto';
import type { Client } from 'minio';
import { named } from './named.js';
import { readS3Address, s3ClientOf } from './s3-address.js';

/** An S3 server for tests. */
export interface TestS3 {
  readonly name: string;
  /** The address of an empty bucket, in the form of CAIRN_BLOB_URL. */
  fresh(): Promise<string>;
  /** Removes the buckets that `fresh` made, with their contents. */
  close(): Promise<void>;
}

/**
 * The servers in CAIRN_TEST_S3_URL (`s3://KEY:SECRET@host:port?name=…`, separated by spaces).
 * @throws {Error} when there is none.
 */
export function testS3Servers(): readonly [TestS3, ...TestS3[]] {
  const [first = '', ...others] = named('CAIRN_TEST_S3_URL').trim().split(/\s+/);
  return [new NamedS3(first), ...others.map((address) => new NamedS3(address))];
}

class NamedS3 implements TestS3 {
  readonly name: string;
  private readonly client: Client;
  private readonly made = new Set<string>();

  constructor(private readonly address: string) {
    this.name = new URL(address).searchParams.get('name') ?? readS3Address(address).host;
    this.client = s3ClientOf(address);
  }

  async fresh(): Promise<string> {
    const bucket = `cairn-test-${randomBytes(8).toString('hex')}`;
    await this.client.makeBucket(bucket);
    this.made.add(bucket);
    // SeaweedFS makes room for a bucket at its first bytes. Others that come meanwhile wait a second.
    await this.client.putObject(bucket, 'first', 'x');
    await this.client.removeObject(bucket, 'first');
    const url = new URL(this.address);
    url.pathname = `/${bucket}`;
    url.searchParams.delete('name');
    return url.href;
  }

  async close(): Promise<void> {
    for (const bucket of this.made) {
      this.made.delete(bucket);
      await this.remove(bucket);
    }
  }

  private async remove(bucket: string): Promise<void> {
    const { uploads } = await this.client.listIncompleteUploadsQuery(bucket, '', '', '', '');
    for (const { key, uploadId } of uploads) await this.client.abortMultipartUpload(bucket, key, uploadId);
    for await (const { name } of this.client.listObjectsV2(bucket, '', true) as AsyncIterable<{
      name: string;
    }>)
      await this.client.removeObject(bucket, name);
    await this.client.removeBucket(bucket);
  }
}
