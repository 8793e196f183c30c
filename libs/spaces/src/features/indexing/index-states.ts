import type { Space } from '../../registry/space.js';
import type { MemberPath } from '../searching/property-filter.js';
import { searchableMembers } from './indexed-paths.js';

/** An index that a space asks for. */
export interface IndexState {
  /** A key of `searchableProperties`, without its type. */
  readonly key: string;
  /** Whether searches use the index. They find the same before it is ready. */
  readonly state: 'building' | 'ready';
  /** Whether it was made because searches asked for it, rather than the space. */
  readonly automatic?: true;
}

/** The states of the indexes that a space asks for, given those that its searches use. */
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
