import type { Clock } from './clock.js';
import { DomainError } from './domain-error.js';
import type { IdGenerator } from './id-generator.js';
import type { Page, PageRequest } from './page.js';

/** What the trash has something of. */
export type TrashKind = 'image' | 'album' | 'space' | 'features';

/** A resource, named as grants name it. */
export interface TrashPart {
  readonly type: 'folder' | 'album' | 'image' | 'space';
  readonly id: string;
}

/** Something that was deleted and can be restored. Times in epoch milliseconds. */
export interface TrashEntry {
  /**
   * Of what was deleted. It has the same one again when it is restored. That of a space or of features is the deletion's, as
   * their identifiers may be deleted again; `parts` has the space.
   */
  readonly id: string;
  readonly kind: TrashKind;
  readonly owner: string;
  /** An address or a title, for people. */
  readonly title: string;
  /** What was deleted by one request, or by the job it made, has the same one. */
  readonly deletion: string;
  /** `user:ID` or `key:ID`. Absent if it is not known. */
  readonly deletedBy?: string | undefined;
  readonly deletedAt: number;
  readonly expiresAt: number;
  /** Of the bytes that are kept for it. */
  readonly sizeInBytes: number;
  /** How many features were deleted, in a space or alone. */
  readonly features?: number | undefined;
  /** ThumbHash, in base64. */
  readonly thumbhash?: string | undefined;
  /** What it was and was part of, so that grants on it can be judged. */
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
 * What was deleted and can be restored. An entry is stored by the repository that loses it, in the transaction of the
 * removal, and leaves the trash in the transaction that restores it.
 *
 * A further kind joins by five steps: its name in `TrashKind`; a `Disposal` for the removal in its repository, whose
 * adapters store the entry with the removed record (`putInTrash` of the typeorm adapter, `MemoryTrash.put`); a
 * restoration, which takes it out (`takeFromTrash`, `MemoryTrash.take`); a line in `RestoreFromTrash` of composition; and,
 * if something lies elsewhere, a consumer of the event `KIND-purged`.
 */
export abstract class Trash {
  /** The owner's entries, the latest deletion first, then by descending identifier. */
  abstract list(owner: string, filter: TrashFilter, page: PageRequest): Promise<Page<TrashEntry>>;

  /** Those of the given entries that the owner has. */
  abstract find(owner: string, ids: readonly string[]): Promise<readonly TrashEntry[]>;

  /**
   * Deletes entries for good, with the grants and links on them, and records `KIND-purged` for each. What is shared of a space
   * stays while there is one with its identifier, or another one in the trash. Returns the number of those that there were.
   */
  abstract purge(owner: string, ids: readonly string[]): Promise<number>;

  /** The same for at most `limit` entries of any owner that expire at `now` or earlier. */
  abstract purgeExpired(now: number, limit: number): Promise<number>;

  /** An owner with more than the bounds in the trash, if there is one. */
  abstract findOverfull(bounds: TrashBounds): Promise<string | undefined>;

  /**
   * Like `purge`, for at most `limit` of the owner's entries that are beyond the bounds, the oldest first. An entry goes only
   * if the newer ones alone reach a bound at one moment of the call, however many calls run at once.
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
  /** Of each kind but images, for one owner. An entry is some kilobytes, and more are not looked through by anybody. */
  static readonly mostEntries = 10_000;

  constructor(
    /** 0 for no trash. */
    readonly days: number = TrashRules.defaultDays,
    /** Whether bytes in the trash count in the quota: they are stored. */
    readonly bytes: 'counted' | 'free' = 'counted',
  ) {}

  /** A deletion that begins now, or goes on as `deletion`. `undefined` where nothing goes to the trash. */
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

/** What became of something that was restored. */
export interface Restoration {
  /** Whether it has another address, as its own was taken meanwhile. */
  readonly isRenamed: boolean;
}

/** Restores entries of one kind. */
export interface Restorer {
  /** @throws {NotInTrash} when the owner has no such entry, or it was restored meanwhile. */
  execute(owner: string, id: string): Promise<Restoration>;
}

/** The event of an entry that was deleted for good. */
export const purgedType = (kind: TrashKind): string => `${kind}-purged`;
