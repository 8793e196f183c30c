import type { Clock } from './clock.js';
import { DomainError, StorageFull } from './domain-error.js';
import type { IdGenerator } from './id-generator.js';
import type { Page, PageRequest } from './page.js';

/** The kinds of things that can be in the trash. */
export type TrashKind = 'image' | 'album' | 'space' | 'features' | 'map';

/** A resource, named as grants name it. */
export interface TrashPart {
  readonly type: 'folder' | 'album' | 'image' | 'space' | 'map';
  readonly id: string;
}

/** Something that was deleted and can be restored. Times in epoch milliseconds. */
export interface TrashEntry {
  /**
   * The identifier of the deleted thing, which it gets back when it is restored. For a space or for features it is that
   * of the deletion, because the same identifiers may be deleted again; `parts` has the space.
   */
  readonly id: string;
  readonly kind: TrashKind;
  readonly owner: string;
  /** An address or a title, for people. */
  readonly title: string;
  /** The same for everything that one request, or the job it made, deleted. */
  readonly deletion: string;
  /** `user:ID` or `key:ID`. Absent if it is not known. */
  readonly deletedBy?: string | undefined;
  readonly deletedAt: number;
  readonly expiresAt: number;
  /** Size of the bytes that are kept for it. */
  readonly sizeInBytes: number;
  /** How many features were deleted, with their space or alone. */
  readonly features?: number | undefined;
  /** ThumbHash, in base64. */
  readonly thumbhash?: string | undefined;
  /** The deleted resource and what it belonged to, so that grants on them can be checked. */
  readonly parts: readonly TrashPart[];
}

/** The identifier of a space that is in the trash, if the entry is one. */
export function removedSpaceOf({ kind, parts }: Pick<TrashEntry, 'kind' | 'parts'>): string | undefined {
  return kind === 'space' ? parts.find(({ type }) => type === 'space')?.id : undefined;
}

/** A deletion whose entries go to the trash. */
export interface Disposal extends Pick<TrashEntry, 'deletion' | 'deletedBy' | 'deletedAt' | 'expiresAt'> {
  /** Whether the bytes of images count in the quota until they are gone for good. */
  readonly countsBytes: boolean;
}

/** How much the trash keeps of one owner. */
export interface TrashBounds {
  /** Entries of images, where the owner has no image quota of their own. */
  readonly images: number;
  /** Entries of each other kind. */
  readonly others: number;
  /** Features of all entries; any number by default. */
  readonly features?: number | undefined;
  /** Bytes of the entries that have features; any number by default. */
  readonly featureBytes?: number | undefined;
}

/** Selects entries. */
export interface TrashFilter {
  readonly kind?: TrashKind | undefined;
  readonly deletion?: string | undefined;
  readonly deletedBy?: string | undefined;
}

/**
 * What was deleted and can be restored. The repository that removes something stores its entry in the transaction of
 * the removal. The transaction that restores it removes the entry.
 *
 * To add a kind, follow five steps: its name in `TrashKind`; a `Disposal` for the removal in its repository, whose
 * adapters store the entry with the removed record (`putInTrash` of the typeorm adapter, `MemoryTrash.put`); a
 * restoration, which takes it out (`takeFromTrash`, `MemoryTrash.take`); a line in `RestoreFromTrash` of composition;
 * and, if some of its data is stored elsewhere, a consumer of the event `KIND-purged`.
 */
export abstract class Trash {
  /** The owner's entries, the latest deletion first, then by descending identifier. */
  abstract list(owner: string, filter: TrashFilter, page: PageRequest): Promise<Page<TrashEntry>>;

  /** The given entries that belong to the owner. */
  abstract find(owner: string, ids: readonly string[]): Promise<readonly TrashEntry[]>;

  /**
   * Deletes entries for good, with the grants and links on them, and records `KIND-purged` for each. Grants and links
   * on a space stay while a space with its identifier exists, or another such entry is in the trash. Returns the number
   * of deleted entries.
   */
  abstract purge(owner: string, ids: readonly string[]): Promise<number>;

  /** Like `purge`, for at most `limit` entries of any owner that expire at `now` or earlier. */
  abstract purgeExpired(now: number, limit: number): Promise<number>;

  /** An owner whose trash exceeds the bounds, if there is one. */
  abstract findOverfull(bounds: TrashBounds): Promise<string | undefined>;

  /**
   * Like `purge`, for at most `limit` of the owner's entries that exceed the bounds, oldest first. Deletes an entry
   * only if the newer ones alone reach a bound at some moment of the call, however many calls run at once.
   */
  abstract purgeExcess(owner: string, bounds: TrashBounds, limit: number): Promise<number>;
}

export class NotInTrash extends DomainError {
  readonly code = 'not-in-trash';

  constructor() {
    super('There is nothing with this id in the trash.');
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DELETION_LENGTH = 22;

/** How long deleted things can be restored. */
export class TrashRules {
  static readonly defaultDays = 7;
  /**
   * Maximum entries of each kind except images, for one owner. An entry takes some kilobytes, and nobody looks through
   * more.
   */
  static readonly mostEntries = 10_000;

  constructor(
    /** 0 for no trash. */
    readonly days: number = TrashRules.defaultDays,
    /** Whether bytes in the trash count in the quota: they are stored. */
    readonly bytes: 'counted' | 'free' = 'counted',
  ) {}

  /** A new deletion, or the continuation of `deletion`. `undefined` if deleted things do not go to the trash. */
  newDisposal(
    { clock, ids }: { readonly clock: Clock; readonly ids: IdGenerator },
    deletedBy?: string,
    deletion = ids.next(DELETION_LENGTH),
  ): Disposal | undefined {
    if (this.days === 0) return undefined;
    const deletedAt = clock.now();
    const expiresAt = deletedAt + this.days * DAY_MS;
    const countsBytes = this.bytes === 'counted';
    return { deletion, deletedBy, deletedAt, expiresAt, countsBytes };
  }
}

/** The result of a restoration. */
export interface Restoration {
  /** Whether it has another address because its own was taken meanwhile. */
  readonly isRenamed: boolean;
}

/** Restores entries of one kind. */
export interface Restorer {
  /** @throws {NotInTrash} when the owner has no such entry, or it was restored meanwhile. */
  execute(owner: string, id: string): Promise<Restoration>;
}

/** The event of an entry that was deleted for good. */
export const purgedType = (kind: TrashKind): string => `${kind}-purged`;

interface Disposing {
  readonly trash: TrashRules;
  readonly clock: Clock;
  readonly ids: IdGenerator;
}

/**
 * Moves something to the trash, according to the rules. If the storage is full, removes it for good instead: deletions
 * must work on a full disk.
 */
export async function intoTrash<T>(
  { trash, clock, ids }: Disposing,
  deletedBy: string | undefined,
  remove: (disposal: Disposal | undefined) => Promise<T>,
): Promise<T> {
  const disposal = trash.newDisposal({ clock, ids }, deletedBy);
  try {
    return await remove(disposal);
  } catch (error) {
    if (disposal !== undefined && error instanceof StorageFull) return await remove(undefined);
    throw error;
  }
}
