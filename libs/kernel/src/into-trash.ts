import type { Clock } from './clock.js';
import { StorageFull } from './domain-error.js';
import type { IdGenerator } from './id-generator.js';
import type { Disposal, TrashRules } from './trash.js';

interface Disposing {
  readonly trash: TrashRules;
  readonly clock: Clock;
  readonly ids: IdGenerator;
}

/**
 * Removes something into the trash, by the rules. Where the storage has no room for it there, it is removed for good:
 * deletions have to work on a full disk.
 */
export async function intoTrash<T>(
  { trash, clock, ids }: Disposing,
  deletedBy: string | undefined,
  remove: (disposal: Disposal | undefined) => Promise<T>,
): Promise<T> {
  const disposal = trash.newDisposal({ clock, ids }, deletedBy);
  try {
    return await remove(disposal);
  } catch (error) {
    if (disposal !== undefined && error instanceof StorageFull) return await remove(undefined);
    throw error;
  }
}
