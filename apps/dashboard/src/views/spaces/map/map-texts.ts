import { i18n } from '../../../i18n/i18n.svelte.ts';
import { session } from '../../../session/session.svelte.ts';
import type { GroundTexts } from './ground-end.ts';

/** What maps say where the base map ends. */
export function mapTexts(): GroundTexts {
  const { groundEnds, groundMore, groundAsk } = i18n.t.spaces;
  return { ends: groundEnds, more: session.may('admin') ? groundMore : groundAsk };
}
