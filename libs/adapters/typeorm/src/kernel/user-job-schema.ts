import type { ListedUserJob, UserJob, UserJobState } from '@cairn/kernel';
import { selection, type Table } from '../sql/table.js';

/** A job of an account, with `null` for absent values. */
export interface UserJobRow extends Omit<UserJob, 'total' | 'error' | 'endedAt'> {
  readonly state: UserJobState;
  readonly total: number | null;
  readonly errorCode: string | null;
  readonly errorDetail: string | null;
  readonly endedAt: number | null;
  readonly holder: string | null;
  /** From this time on the job may be claimed. A running job is then no longer held by anybody. */
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

/** The columns of a listing. */
export type ListedUserJobRow = Omit<UserJobRow, 'input' | 'position' | 'holder' | 'dueAt'>;

export const LISTED = selection(UserJobSchema, [
  'id',
  'owner',
  'kind',
  'state',
  'done',
  'total',
  'result',
  'errorCode',
  'errorDetail',
  'attempts',
  'createdAt',
  'endedAt',
] satisfies readonly (keyof ListedUserJobRow)[]);

export function toUserJob({ input, position, holder: _, dueAt: __, ...row }: UserJobRow): UserJob {
  return { ...toListedUserJob(row), input, position };
}

export function toListedUserJob(row: ListedUserJobRow): ListedUserJob {
  const { total, errorCode, errorDetail, endedAt, ...job } = row;
  return {
    ...job,
    ...(total !== null && { total }),
    ...(errorCode !== null && { error: { code: errorCode, detail: errorDetail ?? '' } }),
    ...(endedAt !== null && { endedAt }),
  };
}
