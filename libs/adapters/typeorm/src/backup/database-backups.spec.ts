import { databaseBackupsContract, verify } from '@cairn/testkit';
import { describe, it } from '@jest/globals';
import { engines } from '../engines.spec.kit.js';
import { databaseBackups } from './database-backups.spec.kit.js';

/** Each rule opens two databases, which takes a second. A database in memory has no backups: it ends with its process. */
describe.each(engines)('backups of $name', (engine) =>
  verify({ contract: databaseBackupsContract, subject: databaseBackups(engine), it }),
);
