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
 * Moves something to the trash, according to the rules. If the storage is full, removes it for good instead: deletions
 * must work on a full disk.
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
