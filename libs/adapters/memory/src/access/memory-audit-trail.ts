import type { AuditEntry, AuditFilter } from '@cairn/access';
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
    const { accountId, principal, operation, since = -Infinity, until = Infinity } = filter;
    const found = this.entries.filter(
      (entry) =>
        (accountId === undefined || entry.accountId === accountId) &&
        (principal === undefined || entry.principal === principal) &&
        (operation === undefined || entry.operation === operation) &&
        entry.at >= since &&
        entry.at < until,
    );
    const { items, ...rest } = pageOf(found, page, {
      position: ({ at, id }) => ({ at, id }),
      descending: true,
    });
    return { ...rest, items: items.map((entry) => ({ ...entry })) };
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
