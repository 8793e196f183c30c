import { blobSettings, parseBlobUrl } from '@cairn/composition';
import { testS3Servers } from '@cairn/services';
import { afterAll, expect, it } from '@jest/globals';
import { Client } from 'minio';
import { BucketSource } from './bucket-source.js';

const [s3] = testS3Servers();
afterAll(() => s3.close());

function clientOf(address: string): Client {
  const settings = blobSettings(parseBlobUrl(address));
  if (settings?.kind !== 's3') throw new Error('It is no bucket.');
  const { host: endPoint, port, tls: useSSL, region, accessKey, secretKey } = settings;
  return new Client({ endPoint, ...(port !== undefined && { port }), useSSL, region, accessKey, secretKey });
}

it('lists the objects below a prefix, by the rest of their keys, and reads them', async () => {
  const address = await s3.fresh();
  const bucket = new URL(address).pathname.slice(1);
  const client = clientOf(address);
  for (const key of [
    'in/b.gif',
    'in/a/é x.gif',
    'in/.trash/x.gif',
    'in/.trash/y.gif',
    'in//d.gif',
    'out/c.gif',
  ])
    await client.putObject(bucket, key, Buffer.from(key));
  const below = new URL(address);
  below.pathname += '/in';
  const source = BucketSource.of(below.href, {});
  const found: unknown[] = [];
  for await (const file of source.list()) {
    let text = '';
    if (file.ignored !== undefined) {
      found.push([file.name, file.ignored]);
      continue;
    }
    for await (const part of await file.open()) text += Buffer.from(part).toString();
    found.push([file.name, file.sizeInBytes, text]);
  }
  await source.close();
  // Stores do not agree on where `//` sorts.
  expect(found.map(String).toSorted()).toEqual(
    [
      ['.trash/', 'It is hidden.'],
      ['d.gif', 9, 'in//d.gif'],
      ['a/é x.gif', Buffer.byteLength('in/a/é x.gif'), 'in/a/é x.gif'],
      ['b.gif', 8, 'in/b.gif'],
    ]
      .map(String)
      .toSorted(),
  );
});

it.each(['s3://host', 's3://k:s@host/Bucket', 's3://host.example.org/bucket'])('refuses %s', (address) => {
  expect(() => BucketSource.of(address, {})).toThrow(/^The address of the bucket must /);
});
