export { PostgresServer } from './postgres-server.js';
export { S3Server } from './s3-server.js';
export { missingPrograms } from './programs.js';
export { Child, freePort } from './child.js';
export { environments, type Environment, type OpenedStores } from './environments.js';
export { isConcurrent, openTestPostgres, type TestPostgres } from './postgres.js';
export { testS3Servers, type TestS3 } from './s3.js';
export { readS3Address, type S3Address } from './s3-address.js';
export { S3Stub, type S3Fault } from './s3-stub.js';
