import type { Page, PageRequest } from '@cairn/kernel';

/** The kinds of things that entries name. */
export const AUDITED_TYPES = ['image', 'album', 'folder', 'space', 'map', 'link', 'key'] as const;

export type AuditedType = (typeof AUDITED_TYPES)[number];

/** Something in an account. The identifier of a folder is its path. */
export interface AuditedResource {
  readonly type: AuditedType;
  readonly id: string;
}

/** What an entry is about. */
export interface AuditedThing extends AuditedResource {
  /** What people call it, when the entry was written. Of a link, what it opens. Absent if it was not known. */
  readonly title?: string | undefined;
}

/** Somebody who adds by a link. */
export interface AuditedGuest {
  readonly id: string;
  /** As they gave it. */
  readonly name?: string | undefined;
}

/** Several entries of one row of the activity. */
export interface JoinedTo {
  /** The identifier of the first entry of the row, which itself is joined to none. */
  readonly first: string;
  /** The place of the entry in the row; that of the first entry is 0. */
  readonly place: number;
}

/** A change that somebody made, or was not allowed to make. Contains no bodies, no secrets and no positions. */
export interface AuditEntry {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The account that owns what was changed. */
  readonly accountId: string;
  /** Who did it: `key:`, `user:` or `link:` and an identifier, or `token`. */
  readonly principal: string;
  /** Of a link: who used it, if that is known. */
  readonly guest?: AuditedGuest | undefined;
  /** The identifier of the operation. */
  readonly operation: string;
  /** What was changed: the identifiers in the address, joined by slashes. */
  readonly target?: string | undefined;
  /** What it is about, or the album or folder that images were added to. */
  readonly thing?: AuditedThing | undefined;
  /** Identifiers of images that were added or changed, at most `MOST_PICTURES`. */
  readonly images?: readonly string[] | undefined;
  /** How many images were added or changed. Absent for none. */
  readonly imageCount?: number | undefined;
  /** Whether it added something, and the adder was a guest or acts in another account than their own. */
  readonly isFromOthers?: true | undefined;
  readonly joinedTo?: JoinedTo | undefined;
  /** The HTTP status. */
  readonly status: number;
  /** The network of the client, where the service records it. */
  readonly address?: string | undefined;
  /** The number of refusals of one kind within an hour. Absent for one. */
  readonly count?: number | undefined;
}

/** Maximum images that an entry, or a row, names. */
export const MOST_PICTURES = 4;

/** Conditions that an entry must all meet. `since` is inclusive, `until` exclusive; both in epoch milliseconds. */
export interface AuditFilter {
  readonly accountId?: string | undefined;
  readonly principal?: string | undefined;
  /** The identifier of a guest. */
  readonly guest?: string | undefined;
  readonly operation?: string | undefined;
  /** Any of these operations. */
  readonly operations?: readonly string[] | undefined;
  /** An image is also found where an entry names it among others. */
  readonly thing?: AuditedResource | undefined;
  /** Only what `isFromOthers`. */
  readonly from?: 'others' | undefined;
  /** Only the first entries of rows, or only what was joined to this first entry. */
  readonly rows?: 'first' | { readonly joinedTo: string } | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** What the entries of one row have together, without the first one. */
export interface JoinedEntries {
  /** The identifier of the first entry. */
  readonly first: string;
  readonly count: number;
  readonly imageCount: number;
  /** When the latest was made, in epoch milliseconds. */
  readonly lastAt: number;
  /** Images of the places up to `MOST_PICTURES`, at most so many, in their order. */
  readonly images: readonly string[];
}

/** Who changed what. Entries never change except for their count, and are removed only by age. */
export abstract class AuditTrail {
  /**
   * Stores all entries or none. An entry with the same time and identifier as a stored one only increases its count,
   * also under concurrent calls.
   */
  abstract append(entries: readonly AuditEntry[]): Promise<void>;

  /** The latest first, then by descending identifier. */
  abstract list(filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntry>>;

  /** What was joined to these first entries, in any order; nothing for those that stand alone. */
  abstract joined(first: readonly string[]): Promise<readonly JoinedEntries[]>;

  /** Removes at most `limit` entries from before a time, oldest first. Returns the number. */
  abstract prune(before: number, limit: number): Promise<number>;
}
