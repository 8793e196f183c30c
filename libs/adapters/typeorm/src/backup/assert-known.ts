import type { DatabaseCopy } from '@cairn/kernel';
import { FORMER, isFormer } from '../schema/former-schema.js';
import { migrationNames } from '../schema/migrations.js';
import { NewerSchema, OlderSchema } from '../unusable-database.js';

/** @throws {NewerSchema} {OlderSchema} if the copy has tables that this version does not create. */
export function assertKnown({ migrations: applied }: Pick<DatabaseCopy, 'migrations'>): void {
  const unknown = applied.filter((name) => !migrationNames.includes(name));
  if (unknown.length === 0 || isFormer(applied)) return;
  const missing = FORMER.filter((name) => !applied.includes(name));
  if (missing.length > 0 && applied.some((name) => FORMER.includes(name)))
    throw new OlderSchema('of the backup', missing);
  throw new NewerSchema(
    'of the backup',
    unknown.filter((name) => !FORMER.includes(name)),
  );
}
