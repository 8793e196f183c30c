import type { Image } from '@cairn/images';
import {
  comparableHashes,
  completeGroups,
  gatherGroups,
  likeness,
  lookAlikePosition,
  MAX_PAIRS,
  type LookAlikeGroup,
  type LookAlikePair,
  type LookAlikeRepository,
} from '@cairn/images/spi';
import { compareTexts, type Page, type PageRequest, type Position } from '@cairn/kernel';
import { copyOf } from './image-copies.js';

interface StoredPair extends LookAlikePair {
  readonly owner: string;
  readonly isDismissed: boolean;
}

/** The images of an owner, by id. */
type ImagesOf = (owner: string) => ReadonlyMap<string, Image>;

/** Keeps pairs in memory. The catalog tells it of its images. */
export class MemoryLookAlikeRepository implements LookAlikeRepository {
  private pairs: readonly StoredPair[] = [];

  constructor(private readonly imagesOf: ImagesOf) {}

  /** Compares an image that the catalog has stored. `former` is the same one before, if there was one. */
  compare(image: Image, former?: Image): void {
    const hashes = comparableHashes(image.description);
    const before = comparableHashes(former?.description);
    if (hashes?.perceptualHash === before?.perceptualHash && hashes?.dctHash === before?.dctHash) return;
    this.forget(image.id);
    if (hashes === undefined) return;
    const { owner } = image;
    const found = [...this.imagesOf(owner).values()].flatMap((other) => {
      const others = other.id === image.id ? undefined : comparableHashes(other.description);
      const distance = others && likeness(hashes, others);
      return distance === undefined ? [] : { other, distance };
    });
    found.sort((one, another) => one.distance - another.distance || comparePlaces(another.other, one.other));
    const pairs = found.slice(0, MAX_PAIRS).map(({ other, distance }) => {
      const [newer, older] = comparePlaces(image, other) > 0 ? [image, other] : [other, image];
      return { owner, newerId: newer.id, olderId: older.id, distance, isDismissed: false };
    });
    this.pairs = [...this.pairs, ...pairs];
  }

  /** Removes the pairs of an image. */
  forget(id: string): void {
    this.pairs = this.pairs.filter(({ newerId, olderId }) => newerId !== id && olderId !== id);
  }

  async list(owner: string, { limit, after }: PageRequest): Promise<Page<LookAlikeGroup>> {
    const images = this.imagesOf(owner);
    const open = this.pairs.filter((pair) => pair.owner === owner && !pair.isDismissed);
    const older = new Set(open.map(({ olderId }) => olderId));
    const heads = [...new Set(open.map(({ newerId }) => newerId))]
      .flatMap((id) => (older.has(id) ? [] : (images.get(id) ?? [])))
      .filter((image) => after === undefined || comparePositions(lookAlikePosition(image), after) < 0)
      .sort((one, other) => comparePlaces(other, one));
    const listed = heads.slice(0, limit);
    const gathered = await gatherGroups(
      listed.map(({ id }) => id),
      async (ids) => open.filter(({ newerId, olderId }) => ids.includes(newerId) || ids.includes(olderId)),
    );
    const last = listed.at(-1);
    return {
      items: completeGroups(gathered, [...images.values()].map(copyOf)).map(withoutState),
      ...(heads.length > limit && last !== undefined && { next: lookAlikePosition(last) }),
    };
  }

  async dismiss(owner: string, ids: readonly string[]): Promise<number> {
    return this.marked(owner, ids, { isDismissed: true });
  }

  async recall(owner: string, ids: readonly string[]): Promise<number> {
    return this.marked(owner, ids, { isDismissed: false });
  }

  private marked(
    owner: string,
    ids: readonly string[],
    { isDismissed }: Pick<StoredPair, 'isDismissed'>,
  ): number {
    const changes = (pair: StoredPair): boolean =>
      pair.owner === owner &&
      pair.isDismissed !== isDismissed &&
      ids.includes(pair.newerId) &&
      ids.includes(pair.olderId);
    const count = this.pairs.filter(changes).length;
    this.pairs = this.pairs.map((pair) => (changes(pair) ? { ...pair, isDismissed } : pair));
    return count;
  }
}

function withoutState({ images, pairs }: LookAlikeGroup): LookAlikeGroup {
  return {
    images,
    pairs: pairs.map(({ newerId, olderId, distance }) => ({ newerId, olderId, distance })),
  };
}

const comparePlaces = (one: Image, other: Image): number =>
  comparePositions(lookAlikePosition(one), lookAlikePosition(other));

const comparePositions = (one: Position, other: Position): number =>
  one.at - other.at || compareTexts(one.id, other.id);
