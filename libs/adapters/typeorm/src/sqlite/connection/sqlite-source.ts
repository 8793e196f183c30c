import { DataSource } from 'typeorm';
import { schemas } from '../../schemas.js';
import { migrations } from '../migrations/initial-schema.js';

/** TypeORM's connection to the file, for migrations only. The repositories have their own. */
export function sqliteSource(file: string): DataSource {
  return new DataSource({
    type: 'better-sqlite3',
    database: file,
    enableWAL: true,
    synchronize: false,
    logger: 'debug', // other levels print a failed migration to the console besides throwing it
    entities: schemas,
    migrations: [...migrations],
  });
}
