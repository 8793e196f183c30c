import type { AuditEntry } from '@cairn/access';
import type { Table } from '../sql/table.js';

export interface AuditRow extends Omit<AuditEntry, 'target' | 'address' | 'count'> {
  readonly target: string | null;
  readonly address: string | null;
  readonly count: number;
}

export const AuditSchema: Table<AuditRow> = {
  name: 'audit_entry',
  columns: {
    at: { type: 'integer', primary: true },
    id: { type: 'text', primary: true },
    accountId: { type: 'text', name: 'account_id' },
    principal: { type: 'text' },
    operation: { type: 'text' },
    target: { type: 'text', nullable: true },
    status: { type: 'integer' },
    address: { type: 'text', nullable: true },
    count: { type: 'integer', name: 'times' },
  },
};

export function auditRow({ target, address, count, ...entry }: AuditEntry): AuditRow {
  return { ...entry, target: target ?? null, address: address ?? null, count: count ?? 1 };
}

export function toAuditEntry({ target, address, count, ...entry }: AuditRow): AuditEntry {
  return {
    ...entry,
    ...(target !== null && { target }),
    ...(address !== null && { address }),
    ...(count !== 1 && { count }),
  };
}
