import {
  DomainError,
  type Erased,
  type ListedUserJob,
  type TraceKind,
  type UserJob,
  type UserJobError,
  type UserJobState,
} from '@cairn/kernel';

/** The kind of the job that erases an owner. */
export const ERASURE_JOB = 'erase-owner';
/** The owner of these jobs. Nobody has this name, so that an erasure never erases itself. */
export const ERASURES = '';

/** What becomes of the addresses of images that are gone: kept as digests, so that nobody gets them again, or forgotten. */
export type ErasedAddresses = 'digests' | 'forget';

/** Whom to erase, as stored with the job. */
export interface ErasureTask extends Erased {
  readonly addresses: ErasedAddresses;
}

/** How much was erased: records by kind, bytes of originals, and features of spaces. */
export type ErasedCounts = Readonly<Partial<Record<TraceKind | 'bytes' | 'features', number>>>;

/** Bytes that could not be deleted. An administrator can retry it, as any failed work. */
export interface UnfinishedWork {
  /** The consumer of events that failed. */
  readonly job: string;
  readonly item: string;
  readonly reason: string;
}

/** What an erasure has done so far. A crash can leave one step out of the counts, but out of nothing else. */
export interface ErasureReport {
  readonly owner: string;
  readonly erased: ErasedCounts;
  readonly unfinished: readonly UnfinishedWork[];
}

/** An erasure and how far it is. Times in epoch milliseconds. */
export interface ErasureRecord extends ErasureReport {
  readonly id: string;
  /** `succeeded` once nothing is left. */
  readonly state: UserJobState;
  readonly error?: UserJobError | undefined;
  readonly createdAt: number;
  readonly endedAt?: number | undefined;
}

/** How far an erasure is, as stored with the job. */
export interface ErasurePosition {
  /** The index of the phase. */
  readonly phase: number;
  /** How often everything was erased before. */
  readonly passes: number;
}

// These read what `EraseOwner` or the step before has written.
export const parseTask: (json: string) => ErasureTask = JSON.parse;
export const parsePosition: (json: string) => ErasurePosition = JSON.parse;
export const parseReport: (json: string) => ErasureReport = JSON.parse;

export function erasureOf({
  id,
  state,
  error,
  createdAt,
  endedAt,
  result,
}: UserJob | ListedUserJob): ErasureRecord {
  return {
    id,
    state,
    ...parseReport(result),
    ...(error && { error }),
    createdAt,
    ...(endedAt !== undefined && { endedAt }),
  };
}

/** The sums of two counts. */
export function sumOf(one: ErasedCounts, other: ErasedCounts): ErasedCounts {
  const sums = new Map<string, number>(Object.entries(one));
  for (const [kind, count] of Object.entries(other))
    if (count > 0) sums.set(kind, (sums.get(kind) ?? 0) + count);
  return Object.fromEntries(sums);
}

/** 1, or 0 for something that was gone already. */
export async function one(
  removal: Promise<unknown>,
  absence: new (...args: never) => Error,
): Promise<number> {
  try {
    await removal;
    return 1;
  } catch (error) {
    if (error instanceof absence) return 0;
    throw error;
  }
}

/** Something new came each time that everything had been erased. Stop what writes, and erase again. */
export class OwnerStillWrites extends DomainError {
  readonly code = 'owner-still-writes';

  constructor(left: ErasedCounts) {
    const kinds = Object.entries(left).map(([kind, count]) => `${count} ${kind}`);
    super(`Something of this owner still comes in: ${kinds.join(', ')}.`);
  }
}
