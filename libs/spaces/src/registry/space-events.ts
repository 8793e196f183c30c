import type { EventFact } from '@cairn/kernel';
import type { Space } from './space.js';

/** A space was created. */
export function spaceCreated(space: Space): EventFact {
  return fact('space-created', space);
}

/** A space was changed; the payload has what it is now. */
export function spaceUpdated(space: Space): EventFact {
  return fact('space-updated', space);
}

/** A space was deleted. */
export function spaceDeleted(space: Space): EventFact {
  return fact('space-deleted', space);
}

function fact(type: string, { id, owner, updatedAt }: Space): EventFact {
  return { type, aggregateId: id, payload: { owner, updatedAt } };
}
