import type { AuditEntry } from '@cairn/access';
import { idOf, integer, optional, table, text } from '../sql/table.js';

export interface AuditRow extends Omit<AuditEntry, 'target' | 'address' | 'count'> {
  readonly target: string | null;
  readonly address: string | null;
  readonly count: number;
}

export const AuditSchema = table<AuditRow>(
  'audit_entry',
  {
    at: integer,
    id: text,
    accountId: idOf('owner'),
    principal: idOf('actor', 'replaced'),
    operation: text,
    target: optional(text),
    status: integer,
    address: optional(text),
    count: { ...integer, column: 'times', default: 1 },
  },
  {
    traces: 'auditEntries',
    primaryKey: ['at', 'id'],
    indexes: {
      audit_entry_by_account: '(account_id, at, id)',
    },
    withoutRowid: true,
  },
);

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
