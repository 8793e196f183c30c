import type { DatabaseCopy } from '@cairn/kernel';
import { NewerSchema } from '../unusable-database.js';

/** @throws {NewerSchema} if the copy has tables that these migrations do not create. */
export function assertKnown(
  { migrations: applied }: Pick<DatabaseCopy, 'migrations'>,
  own: readonly { readonly name: string }[],
): void {
  const known = new Set(own.map(({ name }) => name));
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new NewerSchema('of the backup', unknown);
}
