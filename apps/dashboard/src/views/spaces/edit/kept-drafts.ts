import type { Draft } from './draft.svelte.ts';

/** What is drawn or changed, by the id of its space: it is there again for whoever leaves the space and comes back. */
const drafts = new Map<string, Draft>();

export const keptDraft = (spaceId: string): Draft | undefined => drafts.get(spaceId);

/** Keeps a draft in the place of the one before, or none. */
export function keepDraft(spaceId: string, draft: Draft | undefined): void {
  if (draft === undefined) drafts.delete(spaceId);
  else drafts.set(spaceId, draft);
  // Only then: a page that asks is also one that the browser cannot keep for Back and Forward.
  if (drafts.size > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}

function ask(event: BeforeUnloadEvent): void {
  if ([...drafts.values()].some(({ isChanged }) => isChanged)) event.preventDefault();
}
