import type { AuditEntry } from '@cairn/access';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
/** The maximum number of rows that may go on. Beyond it, what continues the oldest ones begins new rows. */
const MOST_ROWS = 10_000;

interface Row {
  readonly first: string;
  readonly startedAt: number;
  lastAt: number;
  entries: number;
}

/**
 * Joins entries to rows: what the same one does in the same place belongs together until they pause for an hour, or for a
 * day at most. By memory, so a restart begins new rows, and each node has rows of its own.
 */
export class ActivityRows {
  /** By who did what where, the latest last. */
  private readonly rows = new Map<string, Row>();

  /** The entries in their order, those that continue a row joined to it. Entries of refusals stay alone. */
  join(entries: readonly AuditEntry[]): readonly AuditEntry[] {
    return entries.map((entry) => (entry.status >= 400 ? entry : this.joined(entry)));
  }

  private joined(entry: AuditEntry): AuditEntry {
    const key = keyOf(entry);
    const row = this.rows.get(key);
    this.rows.delete(key);
    const goesOn = row !== undefined && entry.at - row.lastAt < HOUR_MS && entry.at - row.startedAt < DAY_MS;
    if (!goesOn) {
      const [oldest] = this.rows.keys();
      if (oldest !== undefined && this.rows.size >= MOST_ROWS) this.rows.delete(oldest);
      this.rows.set(key, { first: entry.id, startedAt: entry.at, lastAt: entry.at, entries: 1 });
      return entry;
    }
    this.rows.set(key, { ...row, lastAt: entry.at, entries: row.entries + 1 });
    return { ...entry, joinedTo: { first: row.first, place: row.entries } };
  }
}

/**
 * Images have no place of their own, nor have uploads outside albums: what is done to several of them is one row. What waits
 * for approval has its own.
 */
function keyOf(entry: AuditEntry): string {
  const { accountId, principal, guest, operation, status, thing, target = '', imageCount = 0 } = entry;
  const other = imageCount > 0 ? [] : [target];
  const place =
    thing === undefined ? other : thing.type === 'image' ? [] : [thing.type, thing.id, thing.title ?? ''];
  // Guests without a name cannot be told apart by who reads, and a program is another one each time.
  const named = guest?.name === undefined ? '' : guest.id;
  return JSON.stringify([accountId, principal, named, operation, status === 202, ...place]);
}
