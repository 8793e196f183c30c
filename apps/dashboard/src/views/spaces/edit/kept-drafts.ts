import type { Draft } from './draft.svelte.ts';

/** Unsaved drafts by the id of their space. They are restored when somebody leaves the space and comes back. */
const drafts = new Map<string, Draft>();

export const keptDraft = (spaceId: string): Draft | undefined => drafts.get(spaceId);

/** Replaces the draft of a space, or removes it. */
export function keepDraft(spaceId: string, draft: Draft | undefined): void {
  if (draft === undefined) drafts.delete(spaceId);
  else drafts.set(spaceId, draft);
  // Registered only while needed: a page with a `beforeunload` handler cannot be kept for Back and Forward.
  if (drafts.size > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}

function ask(event: BeforeUnloadEvent): void {
  if ([...drafts.values()].some(({ isChanged }) => isChanged)) event.preventDefault();
}
