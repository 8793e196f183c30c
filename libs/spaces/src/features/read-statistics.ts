import type { PortsOf } from '@cairn/kernel';
import type { Caller } from '../caller.js';
import { type ContentState, FeatureStore } from './feature-store.js';
import { searchableMembers } from './indexing/indexed-paths.js';
import { contentState } from './read-content-state.js';
import type { Space } from '../registry/space.js';
import type { MemberPath } from './searching/property-filter.js';

/** Facts about the features of a space that are known without reading them. */
export interface SpaceStatistics extends ContentState {
  /** In the order of the space's `searchableProperties`, then those that searches asked for. */
  readonly indexes: readonly IndexState[];
}

/** Tells how many features a space has, where they are, what they are like, and which of their members are indexed. */
export class ReadStatistics {
  static readonly ports = { features: FeatureStore };

  constructor(private readonly ports: PortsOf<typeof ReadStatistics.ports>) {}

  /** @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} */
  async execute(caller: Caller, spaceId: string): Promise<SpaceStatistics> {
    const { features } = this.ports;
    const { space, head } = await contentState(this.ports, caller, spaceId);
    const indexed = searchableMembers(space.settings).length === 0 ? [] : await features.indexed(spaceId);
    return { space, head, indexes: indexStates(space, { indexed, total: head.total }) };
  }
}

/** An index that a space asks for. */
interface IndexState {
  /** A key of `searchableProperties`, without its type. */
  readonly key: string;
  /** Whether searches use the index. They find the same before it is ready. */
  readonly state: 'building' | 'ready';
  /** Whether it was made because searches asked for it, rather than the space. */
  readonly automatic?: true;
}

/** The states of the indexes that a space asks for, given those that its searches use. */
function indexStates(
  { settings }: Space,
  { indexed, total }: { readonly indexed: readonly MemberPath[]; readonly total: number },
): readonly IndexState[] {
  const ready = new Set(indexed.map((path) => JSON.stringify(path)));
  return searchableMembers(settings).map(({ key, path, isByUse }) => {
    const state = total === 0 || ready.has(JSON.stringify(path)) ? 'ready' : 'building';
    return isByUse ? { key, state, automatic: true } : { key, state };
  });
}
