import type { Page, PageRequest } from '@cairn/kernel';

/** A change that somebody made, or was not allowed to make. Contains no bodies and no secrets. */
export interface AuditEntry {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The account that owns what was changed. */
  readonly accountId: string;
  /** Who did it: `key:`, `user:` or `link:` and an identifier, or `token`. */
  readonly principal: string;
  /** The identifier of the operation. */
  readonly operation: string;
  /** What was changed: the identifiers in the address, joined by slashes. */
  readonly target?: string | undefined;
  /** The HTTP status. */
  readonly status: number;
  /** The network of the client, where the service records it. */
  readonly address?: string | undefined;
  /** The number of refusals of one kind within an hour. Absent for one. */
  readonly count?: number | undefined;
}

/** Conditions that an entry must all meet. `since` is inclusive, `until` exclusive; both in epoch milliseconds. */
export interface AuditFilter {
  readonly accountId?: string | undefined;
  readonly principal?: string | undefined;
  readonly operation?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
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

  /** Removes at most `limit` entries from before a time, oldest first. Returns the number. */
  abstract prune(before: number, limit: number): Promise<number>;
}
