import type { Page, PageRequest } from '@cairn/kernel';

/** A change that somebody made, or was refused for want of rights. It has no bodies and no secrets. */
export interface AuditEntry {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The account whose it is that was changed. */
  readonly accountId: string;
  /** Who did it: `key:`, `user:` or `link:` and an identifier, or `token`. */
  readonly principal: string;
  /** The identifier of the operation. */
  readonly operation: string;
  /** What it was done to: the identifiers of the address, joined by slashes. */
  readonly target?: string | undefined;
  /** The HTTP status. */
  readonly status: number;
  /** The network of the client, where the service records it. */
  readonly address?: string | undefined;
  /** How often, of refusals of one kind within an hour. Absent for once. */
  readonly count?: number | undefined;
}

/** What is looked for: all of it must hold. `since` is included, `until` is not; both in epoch milliseconds. */
export interface AuditFilter {
  readonly accountId?: string | undefined;
  readonly principal?: string | undefined;
  readonly operation?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** Who changed what. Entries are never changed, but for their count, and removed by age alone. */
export abstract class AuditTrail {
  /** Stores all or none. What is there already, of the same time and identifier, counts as often more, also at once. */
  abstract append(entries: readonly AuditEntry[]): Promise<void>;

  /** The latest first, then by descending identifier. */
  abstract list(filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntry>>;

  /** Removes at most `limit` of those before a time, the oldest first. Returns the number. */
  abstract prune(before: number, limit: number): Promise<number>;
}
