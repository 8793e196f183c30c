export { openSqlite } from './sqlite/open-sqlite.js';
export { SqliteDatabase } from './sqlite/sqlite-database.js';
export { NewerSchema } from './sqlite/migrate.js';
export { TypeOrmCatalogRepository } from './typeorm-catalog-repository.js';
export { TypeOrmSpaceRepository } from './typeorm-space-repository.js';
export { TypeOrmAccountRepository } from './typeorm-account-repository.js';
export { TypeOrmApiKeyRepository } from './typeorm-api-key-repository.js';
export type { Database } from './database.js';
