import { DataSource } from 'typeorm';
import { schemas } from '../../schemas.js';
import { migrations } from '../migrations/migrations.js';

/** The file as TypeORM sees it, to migrate it. The repositories have connections of their own. */
export function sqliteSource(file: string): DataSource {
  return new DataSource({
    type: 'better-sqlite3',
    database: file,
    enableWAL: true,
    synchronize: false,
    logger: 'debug', // the others print a failed migration to the console beside throwing it
    entities: schemas,
    migrations: [...migrations],
  });
}
