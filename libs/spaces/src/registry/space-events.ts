import type { EventFact } from '@cairn/kernel';
import type { Space } from './space.js';

export function spaceCreated(space: Space): EventFact {
  return fact('space-created', space);
}

/** The payload has the values after the change. */
export function spaceUpdated(space: Space): EventFact {
  return fact('space-updated', space);
}

export function spaceDeleted(space: Space): EventFact {
  return fact('space-deleted', space);
}

function fact(type: string, { id, owner, updatedAt }: Space): EventFact {
  return { type, aggregateId: id, payload: { owner, updatedAt } };
}
