export { MinioBlobStore } from './minio-blob-store.js';
export {
  BucketUnusable,
  MinioBlobAddresses,
  type BucketFault,
  type S3Key,
  type S3Options,
  type Timing,
} from './bucket.js';
