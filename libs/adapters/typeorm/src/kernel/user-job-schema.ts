import type { UserJob, UserJobState } from '@cairn/kernel';
import type { Table } from '../sql/table.js';

/** A job of an account, with `null` for absent values. */
export interface UserJobRow extends Omit<UserJob, 'total' | 'error' | 'endedAt'> {
  readonly state: UserJobState;
  readonly total: number | null;
  readonly errorCode: string | null;
  readonly errorDetail: string | null;
  readonly endedAt: number | null;
  readonly holder: string | null;
  /** From then on it may be claimed; of a running one, because nobody holds it any more. */
  readonly dueAt: number;
}

export const UserJobSchema: Table<UserJobRow> = {
  name: 'user_job',
  columns: {
    id: { type: 'text', primary: true },
    owner: { type: 'text' },
    kind: { type: 'text' },
    input: { type: 'text' },
    state: { type: 'text' },
    done: { type: 'integer' },
    total: { type: 'integer', nullable: true },
    position: { type: 'text' },
    result: { type: 'text' },
    errorCode: { type: 'text', name: 'error_code', nullable: true },
    errorDetail: { type: 'text', name: 'error_detail', nullable: true },
    attempts: { type: 'integer' },
    createdAt: { type: 'integer', name: 'created_at' },
    endedAt: { type: 'integer', name: 'ended_at', nullable: true },
    holder: { type: 'text', nullable: true },
    dueAt: { type: 'integer', name: 'due_at' },
  },
};

export function toUserJob(row: UserJobRow): UserJob {
  const { total, errorCode, errorDetail, endedAt, holder: _, dueAt: __, ...job } = row;
  return {
    ...job,
    ...(total !== null && { total }),
    ...(errorCode !== null && { error: { code: errorCode, detail: errorDetail ?? '' } }),
    ...(endedAt !== null && { endedAt }),
  };
}
