import { MOST_PICTURES, type AuditEntry, type AuditFilter, type JoinedEntries } from '@cairn/access';
import type { AuditTrail } from '@cairn/access/spi';
import { ERASED_ACTOR, type Erased, type Page, type PageRequest } from '@cairn/kernel';
import { pageOf } from '../listing.js';
import { counted, isAccounts, isErased, type TraceHolder } from '../traces.js';

/** Keeps the audit trail in memory. */
export class MemoryAuditTrail implements AuditTrail {
  private entries: readonly AuditEntry[] = [];
  readonly traces: readonly TraceHolder[] = [
    {
      ...counted(
        'auditEntries',
        () => this.entries,
        (entry, erased) => isAccounts(entry, erased) || isErased(entry.principal, erased),
      ),
      erase: (erased) => this.erase(erased),
    },
  ];

  async append(entries: readonly AuditEntry[]): Promise<void> {
    const all = [...this.entries];
    for (const entry of entries) {
      const at = all.findIndex((one) => one.at === entry.at && one.id === entry.id);
      const there = all[at];
      if (there === undefined) all.push({ ...entry });
      else all[at] = { ...there, count: (there.count ?? 1) + (entry.count ?? 1) };
    }
    this.entries = all;
  }

  async list(filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntry>> {
    const found = this.entries.filter((entry) => meets(entry, filter));
    const { items, ...rest } = pageOf(found, page, {
      position: ({ at, id }) => ({ at, id }),
      descending: true,
    });
    return { ...rest, items: items.map((entry) => ({ ...entry })) };
  }

  async joined(first: readonly string[]): Promise<readonly JoinedEntries[]> {
    return [...new Set(first)].flatMap((id): readonly JoinedEntries[] => {
      const entries = this.entries
        .filter(({ joinedTo }) => joinedTo?.first === id)
        .sort((one, other) => (one.joinedTo?.place ?? 0) - (other.joinedTo?.place ?? 0));
      if (entries.length === 0) return [];
      return [
        {
          first: id,
          count: entries.length,
          imageCount: entries.reduce((sum, { imageCount = 0 }) => sum + imageCount, 0),
          lastAt: Math.max(...entries.map(({ at }) => at)),
          images: [...new Set(entries.flatMap(earlyImages))].slice(0, MOST_PICTURES),
        },
      ];
    });
  }

  private erase(erased: Erased): number {
    const before = this.entries;
    this.entries = before
      .filter((entry) => !isAccounts(entry, erased))
      .map((entry) => (isErased(entry.principal, erased) ? { ...entry, principal: ERASED_ACTOR } : entry));
    return before.filter((entry) => !this.entries.includes(entry)).length;
  }

  async prune(before: number, limit: number): Promise<number> {
    const oldest = this.entries
      .filter(({ at }) => at < before)
      .sort((one, other) => one.at - other.at)
      .slice(0, limit);
    const removed = new Set(oldest);
    this.entries = this.entries.filter((entry) => !removed.has(entry));
    return removed.size;
  }
}

function meets(entry: AuditEntry, filter: AuditFilter): boolean {
  const { accountId, principal, guest, operation, operations, since = -Infinity, until = Infinity } = filter;
  return (
    (accountId === undefined || entry.accountId === accountId) &&
    (principal === undefined || entry.principal === principal) &&
    (guest === undefined || entry.guest?.id === guest) &&
    (operation === undefined || entry.operation === operation) &&
    (operations === undefined || operations.includes(entry.operation)) &&
    (filter.from === undefined || entry.isFromOthers === true) &&
    isAbout(entry, filter.thing) &&
    isInRow(entry, filter.rows) &&
    entry.at >= since &&
    entry.at < until
  );
}

function isAbout({ thing, images = [] }: AuditEntry, asked: AuditFilter['thing']): boolean {
  if (asked === undefined) return true;
  if (thing?.type === asked.type && thing.id === asked.id) return true;
  return asked.type === 'image' && images.includes(asked.id);
}

function isInRow({ joinedTo }: AuditEntry, rows: AuditFilter['rows']): boolean {
  if (rows === undefined) return true;
  if (rows === 'first') return joinedTo === undefined;
  return joinedTo?.first === rows.joinedTo;
}

const earlyImages = ({ joinedTo, images = [] }: AuditEntry): readonly string[] =>
  (joinedTo?.place ?? 0) <= MOST_PICTURES ? images : [];
