import { KeptDrafts } from '../../../components/kept-drafts.ts';
import type { Draft } from './draft.svelte.ts';

/** Unsaved features by the id of their space. */
const drafts = new KeptDrafts<Draft>();

export const keptDraft = (spaceId: string): Draft | undefined => drafts.get(spaceId);

/** Replaces the draft of a space, or removes it. */
export const keepDraft = (spaceId: string, draft: Draft | undefined): void => drafts.keep(spaceId, draft);
