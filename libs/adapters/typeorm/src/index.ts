export { openSqlite, type SqliteOptions, type SqliteStore } from './sqlite/open-sqlite.js';
export { DatabaseInUse } from './sqlite/connection/database-in-use.js';
export { SQLITE_WRITE_CHUNK } from './sqlite/features/write-chunk.js';
export { openPostgres, type PostgresStore } from './open-postgres.js';
export { UnsuitableServer } from './postgres/connection/unsuitable-server.js';
export { NewerSchema, OlderSchema } from './schema-mismatch.js';
export type { RelationalStore } from './relational-store.js';
export type { Repositories } from './repositories.js';
