import { compareTexts, NotInTrash, type Disposal, type TrashEntry } from '@cairn/kernel';
import type { Space, StoredFeature } from '@cairn/spaces';
import {
  entryOfFeatures,
  type ContentHead,
  type FeatureRestoration,
  type FeatureTrash,
  type WantedRestoration,
} from '@cairn/spaces/spi';
import type { MemoryTrash } from '../trash/memory-trash.js';
import { copyOf } from './memory-features.js';

type Known = Pick<Space, 'id' | 'createdAt' | 'owner' | 'title'>;

interface Held {
  readonly entry: TrashEntry;
  readonly spaceCreatedAt: number;
  readonly features: Map<string, StoredFeature>;
  wanted?: WantedRestoration | undefined;
}

/** Features that a space has lost. */
interface LostFeatures {
  readonly features: readonly StoredFeature[];
  readonly before: ContentHead;
  readonly after: ContentHead;
  readonly disposal: Disposal;
}

/** Features stay here when their entry goes, until they are released. */
const STORED = { countedBytes: 0, left: () => undefined };

/** Holds deleted features in memory, by the entry of the trash. */
export class MemoryFeatureTrash implements FeatureTrash {
  private readonly held = new Map<string, Held>();

  constructor(private readonly trash: MemoryTrash) {}

  /** Called by the feature store synchronously with the deletion. */
  put(space: Known, { features, before, after, disposal }: LostFeatures): void {
    const entry = entryOfFeatures(space, { before, after }, disposal);
    const byId = new Map([...features].map((feature) => [feature.id, copyOf(feature)]));
    this.held.set(entry.id, { entry, spaceCreatedAt: space.createdAt, features: byId });
    this.trash.put(entry, STORED);
  }

  /** @throws {NotInTrash} */
  find({ id, createdAt }: Known, { entry, ids, after, limit }: FeatureRestoration): readonly StoredFeature[] {
    const held = this.get(entry);
    const isOfSpace = held.entry.parts.some((part) => part.id === id) && held.spaceCreatedAt === createdAt;
    if (!isOfSpace) throw new NotInTrash();
    return [...held.features.values()]
      .filter((feature) => ids === undefined || ids.includes(feature.id))
      .filter((feature) => after === undefined || compareTexts(feature.id, after) > 0)
      .sort((one, other) => compareTexts(one.id, other.id))
      .slice(0, limit)
      .map(copyOf);
  }

  /** Called by the feature store synchronously with the restoration. */
  take(entry: string, ids: readonly string[]): void {
    if (ids.length === 0) return;
    const held = this.get(entry);
    const lengths = ids.map((id) => held.features.get(id)?.body.length ?? 0);
    for (const id of ids) held.features.delete(id);
    this.trash.take(entry);
    if (held.features.size === 0) {
      this.held.delete(entry);
      return;
    }
    const size = held.entry.sizeInBytes - lengths.reduce((sum, length) => sum + length, 0);
    const left = { ...held.entry, features: held.features.size, sizeInBytes: Math.max(0, size) };
    this.held.set(entry, { ...held, entry: left });
    this.trash.put(left, STORED);
  }

  async release(entry: string): Promise<void> {
    this.held.delete(entry);
  }

  async want(entry: string, limits: Pick<WantedRestoration, 'maxFeatures'>): Promise<void> {
    const held = this.get(entry);
    const [{ id: spaceId = '' } = {}] = held.entry.parts;
    held.wanted = { entry, spaceId, ...limits };
  }

  async findWanted(): Promise<WantedRestoration | undefined> {
    const held = [...this.held.values()].find(({ wanted }) => wanted !== undefined);
    return held?.wanted && { ...held.wanted };
  }

  async unwant(entry: string): Promise<void> {
    const held = this.held.get(entry);
    if (held !== undefined) held.wanted = undefined;
  }

  /** @throws {NotInTrash} */
  private get(entry: string): Held {
    const held = this.held.get(entry);
    if (held === undefined || !this.trash.has(entry)) throw new NotInTrash();
    return held;
  }
}
