import type { BlobReference } from '@cairn/images/spi';
import {
  compareTexts,
  NotInTrash,
  purgedType,
  removedSpaceOf,
  type Erased,
  type Page,
  type PageRequest,
  type Trash,
  type TrashBounds,
  type TrashEntry,
  type TrashFilter,
  type TrashKind,
  type TrashPart,
} from '@cairn/kernel';
import { defaultMapId } from '@cairn/maps';
import { pageOf } from '../listing.js';
import { counted, isErased, isOwners, type TraceHolder } from '../traces.js';
import type { MemoryOutbox } from '../kernel/memory-outbox.js';

/** Names an entry. */
export type TrashKey = Pick<TrashEntry, 'owner' | 'kind' | 'id'>;

interface MemoryTrashOptions {
  /** Without an outbox no events are recorded. */
  readonly outbox?: MemoryOutbox | undefined;
  /** Shared resources of entries that were deleted for good. */
  readonly shared?: readonly Shared[] | undefined;
}

interface Shared {
  isShared(accountId: string, resource: Pick<TrashPart, 'type' | 'id'>): boolean;
  forget(accountId: string, resource: Pick<TrashPart, 'type' | 'id'>): void;
}

/** What is kept with an entry. */
export interface Stored {
  readonly entry: TrashEntry;
  readonly blobKey?: string | undefined;
  /** The bytes that still count in the catalog. */
  readonly countedBytes: number;
  /** Called when the entry leaves the trash. */
  readonly left: () => void;
}

/**
 * Keeps entries of the trash in memory. Repositories keep the removed records themselves. Every method completes
 * synchronously, so calls never interleave.
 */
export class MemoryTrash implements Trash {
  private readonly entries = new Map<string, Stored>();
  readonly traces: readonly TraceHolder[] = [
    {
      ...counted(
        'trash',
        () => this.all(),
        (entry, erased) => isOwners(entry, erased) || isErased(entry.deletedBy, erased),
      ),
      erase: (erased) => this.forgetActors(erased),
    },
  ];
  /** The image quota of an owner who has one of their own. Set by the catalog. */
  imageQuotaOf: (owner: string) => number | undefined = () => undefined;
  /** Whether there is a space with this identifier, of this owner. Set by their repository. */
  hasSpace: (id: string, owner: string) => boolean = () => false;

  constructor(private readonly options: MemoryTrashOptions = {}) {}

  put(entry: TrashEntry, stored: Omit<Stored, 'entry'>): void {
    this.entries.set(entry.id, { ...stored, entry: copyOf(entry) });
  }

  /** @throws {NotInTrash} */
  check({ owner, kind, id }: TrashKey): void {
    const entry = this.entries.get(id)?.entry;
    if (entry?.owner !== owner || entry.kind !== kind) throw new NotInTrash();
  }

  /** Removes an entry that its repository has restored, or that was deleted for good. */
  take(id: string): void {
    this.entries.get(id)?.left();
    this.entries.delete(id);
  }

  /** The blobs of an owner's entries, and the bytes that count in the catalog. */
  countedBlobs(owner: string): readonly (readonly [blobKey: string, bytes: number])[] {
    return [...this.entries.values()].flatMap(({ entry, blobKey, countedBytes }) =>
      entry.owner === owner && blobKey !== undefined ? [[blobKey, countedBytes] as const] : [],
    );
  }

  has(id: string): boolean {
    return this.entries.has(id);
  }

  /** Whether the trash has a space of another owner with this identifier that is shared by a grant or a link. */
  isReserved({ id, owner }: { readonly id: string; readonly owner: string }): boolean {
    const { shared = [] } = this.options;
    return this.all().some(
      (entry) =>
        removedSpaceOf(entry) === id &&
        entry.owner !== owner &&
        shared.some((one) => one.isShared(entry.owner, { type: 'space', id })),
    );
  }

  /**
   * Removes the grants and links on a resource that was deleted for good, and those on the default map of a space, unless
   * its owner still has a space with the same identifier.
   */
  forget(owner: string, { type, id }: TrashPart): void {
    const isRemoved = (entry: TrashEntry): boolean => removedSpaceOf(entry) === id && entry.owner === owner;
    if (type === 'space' && (this.hasSpace(id, owner) || this.all().some(isRemoved))) return;
    for (const shared of this.options.shared ?? []) {
      shared.forget(owner, { type, id });
      if (type === 'space') shared.forget(owner, { type: 'map', id: defaultMapId(id) });
    }
  }

  /** The blobs that entries of the trash need. */
  blobs(): readonly BlobReference[] {
    return [...this.entries].flatMap(([imageId, { blobKey }]) =>
      blobKey === undefined ? [] : [{ blobKey, imageId }],
    );
  }

  async list(
    owner: string,
    { kind, deletion, deletedBy }: TrashFilter,
    page: PageRequest,
  ): Promise<Page<TrashEntry>> {
    const found = this.all()
      .filter((entry) => entry.owner === owner)
      .filter((entry) => kind === undefined || entry.kind === kind)
      .filter((entry) => deletion === undefined || entry.deletion === deletion)
      .filter((entry) => deletedBy === undefined || entry.deletedBy === deletedBy);
    return pageOf(found.map(copyOf), page, {
      position: ({ deletedAt, id }) => ({ at: deletedAt, id }),
      descending: true,
    });
  }

  async find(owner: string, ids: readonly string[]): Promise<readonly TrashEntry[]> {
    return this.found(owner, ids).map(copyOf);
  }

  async purge(owner: string, ids: readonly string[]): Promise<number> {
    return this.purgeAll(this.found(owner, ids));
  }

  async purgeExpired(now: number, limit: number): Promise<number> {
    const expired = this.all()
      .filter(({ expiresAt }) => expiresAt <= now)
      .slice(0, limit);
    return this.purgeAll(expired);
  }

  async findOverfull(bounds: TrashBounds): Promise<string | undefined> {
    const owners = new Set(this.all().map(({ owner }) => owner));
    return [...owners].find((owner) => this.excessOf(owner, bounds).length > 0);
  }

  async purgeExcess(owner: string, bounds: TrashBounds, limit: number): Promise<number> {
    return this.purgeAll(this.excessOf(owner, bounds).slice(-limit).reverse());
  }

  /** The latest deletion first. */
  private excessOf(
    owner: string,
    { images, others, features = Infinity, featureBytes = Infinity }: TrashBounds,
  ): readonly TrashEntry[] {
    const counts = new Map<TrashKind, number>();
    const sums = { features: 0, bytes: 0 };
    return this.all()
      .filter((entry) => entry.owner === owner)
      .sort((one, other) => other.deletedAt - one.deletedAt || compareTexts(other.id, one.id))
      .filter(({ kind, features: held, sizeInBytes }) => {
        const count = (counts.get(kind) ?? 0) + 1;
        counts.set(kind, count);
        sums.features += held ?? 0;
        sums.bytes += held === undefined ? 0 : sizeInBytes;
        if (count > (kind === 'image' ? (this.imageQuotaOf(owner) ?? images) : others)) return true;
        return held !== undefined && (sums.features > features || sums.bytes > featureBytes);
      });
  }

  private purgeAll(entries: readonly TrashEntry[]): number {
    for (const entry of entries) {
      const { owner, kind, id } = entry;
      const blobKey = this.entries.get(id)?.blobKey;
      this.take(id);
      if (kind !== 'features') this.forget(owner, { type: kind, id: removedSpaceOf(entry) ?? id });
      this.options.outbox?.append({
        type: purgedType(kind),
        aggregateId: id,
        payload: { owner, ...(blobKey !== undefined && { blobKey }) },
      });
    }
    return entries.length;
  }

  private found(owner: string, ids: readonly string[]): readonly TrashEntry[] {
    const wanted = new Set(ids);
    return this.all().filter((entry) => entry.owner === owner && wanted.has(entry.id));
  }

  /** Entries of others forget who deleted them. */
  private forgetActors(erased: Erased): number {
    const found = [...this.entries.values()].filter(
      ({ entry }) => !isOwners(entry, erased) && isErased(entry.deletedBy, erased),
    );
    for (const {
      entry: { deletedBy: _, ...entry },
      ...stored
    } of found)
      this.entries.set(entry.id, { ...stored, entry });
    return found.length;
  }

  private all(): readonly TrashEntry[] {
    return [...this.entries.values()].map(({ entry }) => entry);
  }
}

const copyOf = (entry: TrashEntry): TrashEntry => ({
  ...entry,
  parts: entry.parts.map((part) => ({ ...part })),
});
