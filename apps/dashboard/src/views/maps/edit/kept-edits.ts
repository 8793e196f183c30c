import { KeptDrafts } from '../../../components/kept-drafts.ts';
import type { MapEditing } from './editing.svelte.ts';

/** Unsaved changes by the id of their map. */
export const keptEdits = new KeptDrafts<MapEditing>();
