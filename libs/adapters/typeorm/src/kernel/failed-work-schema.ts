import type { FailedWork } from '@cairn/kernel';
import { integer, optional, table, text } from '../sql/table.js';

/** Failed work, with `null` for absent values. */
export interface FailedWorkRow extends Omit<FailedWork, 'retryAt' | 'payload'> {
  readonly retryAt: number | null;
  readonly payload: string | null;
}

export const FailedWorkSchema = table<FailedWorkRow>(
  'failed_work',
  {
    job: text,
    item: text,
    attempts: integer,
    reason: text,
    failedAt: integer,
    retryAt: optional(integer),
    version: text,
    payload: optional(text),
  },
  {
    primaryKey: ['job', 'item'],
  },
);

export function toFailedWork({ retryAt, payload, ...failure }: FailedWorkRow): FailedWork {
  return { ...failure, ...(retryAt !== null && { retryAt }), ...(payload !== null && { payload }) };
}
