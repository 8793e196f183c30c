import type { FailedWork } from '@cairn/kernel';
import type { Table } from '../sql/table.js';

/** Failed work, with `null` for absent values. */
export interface FailedWorkRow extends Omit<FailedWork, 'retryAt' | 'payload'> {
  readonly retryAt: number | null;
  readonly payload: string | null;
}

export const FailedWorkSchema: Table<FailedWorkRow> = {
  name: 'failed_work',
  columns: {
    job: { type: 'text', primary: true },
    item: { type: 'text', primary: true },
    attempts: { type: 'integer' },
    reason: { type: 'text' },
    failedAt: { type: 'integer', name: 'failed_at' },
    retryAt: { type: 'integer', name: 'retry_at', nullable: true },
    version: { type: 'text' },
    payload: { type: 'text', nullable: true },
  },
};

export function toFailedWork({ retryAt, payload, ...failure }: FailedWorkRow): FailedWork {
  return { ...failure, ...(retryAt !== null && { retryAt }), ...(payload !== null && { payload }) };
}
