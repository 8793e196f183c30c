import { Client } from 'minio';
import type { Bytes } from './bytes.js';

/** Stores each key as an object in a bucket. `url` has the form of CAIRN_BLOB_URL, with access key and port. */
export function openBucketBytes(url: string): Bytes {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const bucket = pathname.slice(1);
  const client = new Client({
    endPoint: hostname,
    port: Number(port),
    useSSL: searchParams.get('tls') !== 'false',
    region: searchParams.get('region') ?? 'us-east-1',
    accessKey: decodeURIComponent(username),
    secretKey: decodeURIComponent(password),
  });
  return {
    put: async (key, bytes, sizeInBytes) => void (await client.putObject(bucket, key, bytes, sizeInBytes)),
    send: async (key, response, headers) => {
      const bytes = await client.getObject(bucket, key);
      bytes.pipe(response.writeHead(200, [...headers]));
    },
  };
}
