import { i18n } from '../../../i18n/i18n.svelte.ts';
import type { GroundTexts } from './ground-end.ts';

/** What maps say where the base map ends. */
export const mapTexts = (): GroundTexts => ({ ends: i18n.t.spaces.groundEnds });
