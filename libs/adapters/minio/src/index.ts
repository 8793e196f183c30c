export { MinioBlobStore } from './minio-blob-store.js';
export { MinioBlobAddresses } from './minio-blob-addresses.js';
export { BucketUnusable, type BucketFault } from './bucket-unusable.js';
export type { S3Options } from './s3-options.js';
export type { Timing } from './timing.js';
