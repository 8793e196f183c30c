import { KeptDrafts } from '../../../components/kept-drafts.ts';
import type { Draft } from './draft.svelte.ts';

/** Unsaved features by the id of their space. */
export const keptDrafts = new KeptDrafts<Draft>();
