import type { Space } from '../../registry/space.js';
import type { MemberPath } from '../searching/property-filter.js';
import { searchableMembers } from './indexed-paths.js';

/** An index that a space asks for. */
export interface IndexState {
  /** As `searchableProperties` has it, without a type. */
  readonly key: string;
  /** Searches use an index once it is ready; until then they find the same without it. */
  readonly state: 'building' | 'ready';
  /** Whether it was made because searches asked for it, not because the space does. */
  readonly automatic?: true;
}

/** What has become of the indexes that a space asks for, given those that its searches use. */
export function indexStates(
  { settings }: Space,
  { indexed, total }: { readonly indexed: readonly MemberPath[]; readonly total: number },
): readonly IndexState[] {
  const ready = new Set(indexed.map((path) => JSON.stringify(path)));
  return searchableMembers(settings).map(({ key, path, isByUse }) => {
    const state = total === 0 || ready.has(JSON.stringify(path)) ? 'ready' : 'building';
    return isByUse ? { key, state, automatic: true } : { key, state };
  });
}
