import type { Disposal, TrashEntry } from '@cairn/kernel';
import type { Space } from '../../registry/space.js';
import type { ContentHead } from '../writing/content-head.js';

type Named = Pick<Space, 'id' | 'owner' | 'title'>;
type Counted = Pick<ContentHead, 'total'> & { readonly summary: Pick<ContentHead['summary'], 'length'> };

/** The entry of a removed space in the trash, which keeps its content. */
export function entryOfSpace(space: Named, content: Counted, disposal: Disposal): TrashEntry {
  const { total, summary } = content;
  return { ...entryOf(space, disposal), kind: 'space', features: total, sizeInBytes: summary.length };
}

/** The entry of features that a write or an erasure has removed. */
export function entryOfFeatures(
  space: Named,
  { before, after }: { readonly before: Counted; readonly after: Counted },
  disposal: Disposal,
): TrashEntry {
  return {
    ...entryOf(space, disposal),
    kind: 'features',
    features: before.total - after.total,
    sizeInBytes: Math.max(0, before.summary.length - after.summary.length),
  };
}

function entryOf({ id, owner, title }: Named, { countsBytes: _, ...disposal }: Disposal) {
  return { ...disposal, id: disposal.deletion, owner, title, parts: [{ type: 'space', id }] } as const;
}
