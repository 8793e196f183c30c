import { Client } from 'minio';

const { CAIRN_BLOB_URL: address = '' } = process.env;
const url = new URL(address);
const bucket = url.pathname.split('/')[1];
const region = url.searchParams.get('region') ?? 'us-east-1';
const client = new Client({
  endPoint: url.hostname,
  port: Number(url.port),
  useSSL: url.searchParams.get('tls') !== 'false',
  accessKey: decodeURIComponent(url.username),
  secretKey: decodeURIComponent(url.password),
  region,
});

if (await client.bucketExists(bucket)) console.log(`The bucket ${bucket} exists.`);
else {
  await client.makeBucket(bucket, region);
  console.log(`The bucket ${bucket} was created.`);
}
