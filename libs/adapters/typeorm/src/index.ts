export { openSqlite, type SqliteOptions, type SqliteStore } from './sqlite/open-sqlite.js';
export { DatabaseInUse } from './sqlite/connection/database-in-use.js';
export { SQLITE_WRITE_CHUNK } from './sqlite/open-sqlite.js';
export { openPostgres, type PostgresStore } from './open-postgres.js';
export { UnsuitableServer } from './unusable-database.js';
export { NewerSchema, OlderSchema } from './unusable-database.js';
export type { RelationalStore } from './repositories.js';
export type { Repositories } from './repositories.js';
export {
  BLOB_LIST,
  CopyDiffers,
  NotEmpty,
  NotInstalled,
  type CopyRequest,
  type DatabaseBackups,
  type DatabaseCopy,
  type DatabaseFacts,
  type ImageSums,
  type NeededBlob,
  type RestoreRequest,
} from './backup/database-backups.js';
export { postgresBackups, sqliteBackups } from './backup/open-backups.js';
export { FileLock } from './sqlite/connection/file-lock.js';
export type { CheckupMode, DatabaseCheckup } from './check/database-checkup.js';
export type { Finding } from './check/finding.js';
export { checkPostgres, checkSqlite } from './check/open-checkup.js';
export { OtherSchema } from './check/other-schema.js';
