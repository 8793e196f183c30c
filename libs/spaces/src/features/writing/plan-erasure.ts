import type { EventFact } from '@cairn/kernel';
import { oldestKept } from '../history/kept-versions.js';
import { type ContentHead, EMPTY_HEAD } from './content-head.js';
import { reducedSummary } from './content-summary.js';
import { featuresChanged } from './feature-events.js';

/** What a store has to do in the transaction in which it removes features. */
export interface ErasurePlan {
  readonly head: ContentHead;
  readonly event: EventFact;
}

/** A space whose features are to be removed. */
export interface ErasureBasis {
  readonly spaceId: string;
  readonly head: ContentHead;
  readonly versionsToKeep: number;
}

/** Computes what removing this many features, 1 or more, does to a space. Which features they are does not matter. */
export function planErasure({ spaceId, head, versionsToKeep }: ErasureBasis, deleted: number): ErasurePlan {
  const [version, total] = [head.version + 1, head.total - deleted];
  const oldestVersion = oldestKept(head, version, versionsToKeep);
  const change = { version, bbox: head.bounds, inserted: 0, updated: 0, deleted, ids: undefined };
  return {
    head:
      total === 0
        ? { ...EMPTY_HEAD, content: head.content, version, oldestVersion }
        : {
            ...head,
            version,
            oldestVersion,
            total,
            boundsExact: false,
            summary: reducedSummary(head.summary, deleted, head.total),
          },
    event: featuresChanged(spaceId, change),
  };
}
