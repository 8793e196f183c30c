import { Client } from 'minio';

/** Number of objects with this key prefix in the bucket of an `s3:` address. */
export async function objectsIn(address: string, prefix: string): Promise<number> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(address);
  const client = new Client({
    endPoint: hostname,
    port: Number(port),
    useSSL: searchParams.get('tls') !== 'false',
    accessKey: decodeURIComponent(username),
    secretKey: decodeURIComponent(password),
  });
  let objects = 0;
  for await (const object of client.listObjectsV2(pathname.slice(1), prefix, true)) if (object) objects += 1;
  return objects;
}
