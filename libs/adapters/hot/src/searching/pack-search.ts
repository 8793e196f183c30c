import { compareTexts } from '@cairn/kernel';
import type {
  FeatureChunk,
  FeatureCriteria,
  FeatureQuery,
  NearestQuery,
  NearFeature,
  StoredFeature,
} from '@cairn/spaces';
import type { Cancellation, CountQuery } from '@cairn/spaces/spi';
import type { OverlaidFeature, Overlay } from '../overlay/overlay.js';
import type { ContentPack } from '../pack/content-pack.js';
import { Answer, type Hit, MOST_ANSWER_BYTES } from './answer.js';
import { nearestIn } from './nearest-in.js';
import { PlaceTest } from './place-test.js';
import { Walk } from './walk.js';

/** So many features are read in a few milliseconds. */
const MOST_IDS = 1_000;

/**
 * Searches a pack and what was written since: finds exactly what the store finds that the pack was read from. A search
 * that it cannot answer so, or not quickly, is `undefined`. Long searches make way for others now and then.
 */
export class PackSearch {
  constructor(
    private readonly pack: ContentPack,
    private readonly overlay: Overlay,
  ) {}

  /** The features that exist, each once, in the order of the ids. */
  find(ids: readonly string[]): readonly StoredFeature[] | undefined {
    if (ids.length > MOST_IDS) return undefined;
    const found: StoredFeature[] = [];
    let size = 0;
    for (const id of new Set(ids)) {
      const hit = this.writtenOf(id) ?? this.packedOf(id);
      if (hit === undefined) continue;
      size += typeof hit === 'number' ? this.pack.sizeAt(hit) : hit.feature.body.length;
      if (size > MOST_ANSWER_BYTES) return undefined;
      found.push(typeof hit === 'number' ? this.pack.featureAt(hit) : copyOf(hit.feature));
    }
    return found;
  }

  /** What a query finds, all of it. */
  async query(
    query: FeatureQuery,
    cancellation?: Cancellation,
  ): Promise<readonly FeatureChunk[] | undefined> {
    const { after, limit, sort, behind, copies, maxLevel } = query;
    const places = placesOf(query);
    if (places === undefined || sort !== undefined || behind !== undefined) return undefined;
    const answer = new Answer(this.pack, copies === undefined ? 'whole' : 'copied');
    const take = (hit: Hit): boolean => answer.add(hit);
    const wanted = { places, maxLevel, after, limit, take };
    const outcome = await new Walk(this.pack, this.overlay, wanted, cancellation).run();
    if (outcome === 'cancelled') return [];
    return outcome === 'done' ? await answer.chunks() : undefined;
  }

  /** How many features meet the criteria, but no more than the limit; 0 once it is cancelled. */
  async count(query: CountQuery, cancellation?: Cancellation): Promise<number | undefined> {
    const { limit, maxLevel } = query;
    const places = placesOf(query);
    if (places === undefined) return undefined;
    let count = 0;
    const take = (): boolean => {
      count += 1;
      return true;
    };
    const wanted = { places, maxLevel, limit, take };
    const outcome = await new Walk(this.pack, this.overlay, wanted, cancellation).run();
    if (outcome === 'cancelled') return 0;
    return outcome === 'done' ? count : undefined;
  }

  /** The nearest features, as `NearestSearch` finds them. @throws {InvalidInput} */
  async nearest(
    query: NearestQuery,
    cancellation?: Cancellation,
  ): Promise<readonly NearFeature[] | undefined> {
    return cancellation?.aborted === true ? [] : nearestIn(this.pack, this.overlay, query);
  }

  /** The feature with that id, if it was written since. */
  private writtenOf(id: string): OverlaidFeature | undefined {
    const { features } = this.overlay;
    let [low, high] = [0, features.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareTexts(features[middle]?.feature.id ?? '', id) < 0) low = middle + 1;
      else high = middle;
    }
    const found = features[low];
    return found?.feature.id === id ? found : undefined;
  }

  /** The position of the feature with that id, if it is in the pack and as it was. */
  private packedOf(id: string): number | undefined {
    const position = this.pack.positionOf(id);
    return position === undefined || this.overlay.hidden.has(position) ? undefined : position;
  }
}

/** The feature with tags of its own, because callers may change what they get. */
const copyOf = (feature: StoredFeature): StoredFeature => ({ ...feature, tags: [...feature.tags] });

/** `undefined` for criteria that it cannot decide about. */
function placesOf(criteria: FeatureCriteria): PlaceTest | undefined {
  const { filter, part } = criteria;
  return filter === undefined && part === undefined ? PlaceTest.of(criteria) : undefined;
}
