import { type BoundingBox, openGrid } from '@cairn/geometry';
import type { PortsOf } from '@cairn/kernel';
import { holderOf, type Caller, assertMayUseCapability } from '../caller.js';
import { assertMayUse } from '../features/feature-access.js';
import { FeatureAnalytics } from '../features/analytics/feature-analytics.js';
import {
  type Cancellation,
  type FeatureChunk,
  FeatureStore,
  type KnownState,
  versionOf,
} from '../features/feature-store.js';
import { parseCriteria } from '../features/searching/parse-criteria.js';
import type { PropertyFilter } from '../features/searching/property-filter.js';
import { SpaceRepository } from '../registry/space-repository.js';
import { cellChunks } from './cell-features.js';
import { type Clustering, gridOf } from './clustering.js';
import type { Space } from '../registry/space.js';

/** Which features are clustered, how, and until when. */
export interface FeatureClustering extends KnownState {
  /** Only features in this area count. All features count without it. */
  readonly boxes?: readonly BoundingBox[] | undefined;
  readonly filter?: PropertyFilter | undefined;
  /** The zoom of the map, which the size of cells depends on. */
  readonly level: number;
  readonly clustering: Clustering;
  /** As in `FeatureCriteria`. */
  readonly reader?: string | undefined;
  readonly cancellation?: Cancellation | undefined;
}

/** Shows the cells that features are in, instead of the features. */
export class ClusterFeatures {
  static readonly ports = { spaces: SpaceRepository, features: FeatureStore, analytics: FeatureAnalytics };

  constructor(private readonly ports: PortsOf<typeof ClusterFeatures.ports>) {}

  /**
   * A feature for each cell that contains features, by ascending name of the cell. A feature counts once, at one place;
   * with `weighting` it counts in parts that add up to one. So the sum of all counts is the number of features in the
   * boxes, or of their parts there. Gives nothing once it is cancelled.
   * @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} {InvalidInput}
   */
  async execute(
    caller: Caller,
    spaceId: string,
    wanted: FeatureClustering,
  ): Promise<AsyncIterable<FeatureChunk>> {
    const space = wanted.state?.space ?? (await this.ports.spaces.get(spaceId));
    assertMayUse(caller, 'readFeatures', space);
    assertMayCluster(caller, wanted.clustering, space);
    return await clusteredFeatures(this.ports, spaceId, { ...wanted, reader: holderOf(caller) });
  }
}

/** Like `execute`, after the right to read was checked. @throws {SpaceNotFound} {InvalidInput} */
export async function clusteredFeatures(
  { features, analytics }: { readonly features: FeatureStore; readonly analytics: FeatureAnalytics },
  spaceId: string,
  { boxes, filter, level, clustering, reader, cancellation, state }: FeatureClustering,
): Promise<AsyncIterable<FeatureChunk>> {
  const grid = gridOf(clustering, level);
  const place = clustering.kind === 'hexbin' && clustering.position === 'first' ? 'first' : 'middle';
  const member = clustering.property?.path;
  const { weighting } = clustering;
  const at = state && versionOf(state.head);
  const criteria = parseCriteria(
    weighting === undefined ? { at, filter, window: boxes && { boxes, place } } : { at, filter, boxes },
  );
  const [opened, cells] = await Promise.all([
    openGrid(grid),
    analytics.cells(spaceId, { ...criteria, reader, grid, place, member, weighting }, cancellation),
  ]);
  const total =
    clustering.kind === 'quadbin' ? (state?.head ?? (await features.statistics(spaceId))).total : 0;
  return cellChunks(cells, { clustering, grid: opened, gridOf: grid, level, total });
}

/**
 * Whether the caller, who may read the space, may have its features as cells of this kind. Everyone who may read a
 * shared space may.
 * @throws {SpaceForbidden}
 */
export function assertMayCluster(
  caller: Caller,
  { kind }: Pick<Clustering, 'kind'>,
  { settings }: Pick<Space, 'settings'>,
): void {
  const isShared = caller.readsShared && settings.shared === true;
  if (!isShared) assertMayUseCapability(caller, `${kind}Clustering`);
}
