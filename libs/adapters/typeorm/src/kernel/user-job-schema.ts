import type { ListedUserJob, UserJob, UserJobState } from '@cairn/kernel';
import { idOf, integer, oneOf, optional, selection, table, text } from '../sql/table.js';

/** A job of an account, with `null` for absent values. */
export interface UserJobRow extends Omit<UserJob, 'total' | 'error' | 'endedAt' | 'traceparent'> {
  readonly state: UserJobState;
  readonly total: number | null;
  readonly errorCode: string | null;
  readonly errorDetail: string | null;
  readonly endedAt: number | null;
  readonly holder: string | null;
  /** From this time on the job may be claimed. A running job is then no longer held by anybody. */
  readonly dueAt: number;
  readonly traceparent: string | null;
}

export const UserJobSchema = table<UserJobRow>(
  'user_job',
  {
    id: text,
    owner: idOf('owner'),
    kind: text,
    input: text,
    state: oneOf('waiting', 'running', 'succeeded', 'failed', 'cancelled'),
    done: integer,
    total: optional(integer),
    position: text,
    result: text,
    errorCode: optional(text),
    errorDetail: optional(text),
    attempts: integer,
    createdAt: integer,
    endedAt: optional(integer),
    holder: optional(text),
    dueAt: integer,
    traceparent: { ...optional(text), since: 'JobTraces1796800002200' },
  },
  {
    traces: 'jobs',
    indexes: {
      user_job_open: `(due_at) WHERE state IN ('waiting', 'running')`,
      user_job_by_owner: '(owner, created_at, id)',
      user_job_ended: '(ended_at) WHERE ended_at IS NOT NULL',
    },
  },
);

/** The columns of a listing. */
export type ListedUserJobRow = Omit<UserJobRow, 'input' | 'position' | 'holder' | 'dueAt' | 'traceparent'>;

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

export function toUserJob(row: UserJobRow): UserJob {
  const { input, position, traceparent, holder: _, dueAt: __, ...listed } = row;
  return { ...toListedUserJob(listed), input, position, ...(traceparent !== null && { traceparent }) };
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
