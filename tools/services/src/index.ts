export { PostgresServer, WITHOUT_SYNC } from './postgres-server.js';
export { S3Server } from './s3-server.js';
export { Child, freePort } from './child.js';
export { programOf } from './programs.js';
export {
  environmentOf,
  environments,
  everyStore,
  everyStoreIsTested,
  type Environment,
  type OpenedStores,
} from './environments.js';
export { openTestPostgres, type TestPostgres } from './postgres.js';
export { BadNetwork, type NetworkFault } from './bad-network.js';
export { PostgresProxy } from './postgres-proxy.js';
export { testS3Servers, type TestS3 } from './s3.js';
export { readS3Address, type S3Address } from './s3-address.js';
export { S3Stub, type S3Fault } from './s3-stub.js';
export { clientFolder, pythonFolders } from './programs.js';
export { SmallDisk } from './small-disk.js';
