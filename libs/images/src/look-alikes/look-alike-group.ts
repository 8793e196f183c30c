import type { Position } from '@cairn/kernel';
import { positionOf, type Image } from '../image/image.js';

/** A group has no more images, so that one page of groups is bounded. Of the others there is a group afterwards. */
export const MAX_LOOK_ALIKES = 50;
/** An image is paired with no more than so many others, the nearest. */
export const MAX_PAIRS = 20;

/** Two images that look alike. */
export interface LookAlikePair {
  readonly newerId: string;
  readonly olderId: string;
  /** In how many of 128 bits their hashes differ. */
  readonly distance: number;
}

/** Images that look alike, newest first: each of them like at least one other. */
export interface LookAlikeGroup {
  readonly images: readonly Image[];
  readonly pairs: readonly LookAlikePair[];
}

/** The order of groups is that of their newest images, which this alone decides. */
export const lookAlikePosition = (image: Image): Position => positionOf(image);

/** The ids of a group, and the pairs in it. */
export interface GatheredGroup {
  readonly headId: string;
  readonly ids: readonly string[];
  readonly pairs: readonly LookAlikePair[];
}

/** Finds pairs of any of the given images. Those with one image may be limited to `MAX_LOOK_ALIKES`. */
type FindPairs = (ids: readonly string[]) => Promise<readonly LookAlikePair[]>;

/** Follows pairs from each of the given images to others, and on to the pairs of those. */
export async function gatherGroups(
  headIds: readonly string[],
  findPairs: FindPairs,
): Promise<readonly GatheredGroup[]> {
  const groups = headIds.map((headId) => new Gathering(headId));
  for (let step = 0; step < MAX_LOOK_ALIKES; step += 1) {
    const wanted = [...new Set(groups.flatMap((group) => group.unseen()))];
    if (wanted.length === 0) break;
    const pairs = await findPairs(wanted);
    for (const group of groups) group.follow(pairs);
  }
  return groups.map((group) => group.gathered());
}

class Gathering {
  private readonly ids: Set<string>;
  private readonly seen = new Set<string>();
  private readonly pairs = new Map<string, LookAlikePair>();

  constructor(private readonly headId: string) {
    this.ids = new Set([headId]);
  }

  /** The images whose pairs have not been followed. */
  unseen(): readonly string[] {
    return this.ids.size >= MAX_LOOK_ALIKES ? [] : [...this.ids].filter((id) => !this.seen.has(id));
  }

  follow(pairs: readonly LookAlikePair[]): void {
    const wanted = new Set(this.unseen());
    for (const pair of pairs) {
      const { newerId, olderId } = pair;
      if (!wanted.has(newerId) && !wanted.has(olderId)) continue;
      for (const id of [newerId, olderId]) if (this.ids.size < MAX_LOOK_ALIKES) this.ids.add(id);
      if (this.ids.has(newerId) && this.ids.has(olderId)) this.pairs.set(`${newerId} ${olderId}`, pair);
    }
    for (const id of wanted) this.seen.add(id);
  }

  gathered(): GatheredGroup {
    return { headId: this.headId, ids: [...this.ids], pairs: [...this.pairs.values()] };
  }
}

/**
 * The groups with their images. One whose newest image is another head's is left out: it is the group of that head, or
 * has lost the others.
 */
export function completeGroups(
  gathered: readonly GatheredGroup[],
  images: readonly Image[],
): readonly LookAlikeGroup[] {
  const known = new Map(images.map((image) => [image.id, image]));
  return gathered.flatMap(({ headId, ids, pairs }) => {
    const found = ids.flatMap((id) => known.get(id) ?? []).sort(byNewest);
    return found.length > 1 && found[0]?.id === headId ? { images: found, pairs } : [];
  });
}

/** Orders images newest first. */
export function byNewest(one: Image, other: Image): number {
  const [first, second] = [lookAlikePosition(one), lookAlikePosition(other)];
  return second.at - first.at || (second.id < first.id ? -1 : 1);
}
