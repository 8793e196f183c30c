export { byteLines } from './byte-lines.js';
export type { Cancellation } from './cancellation.js';
export { Clock } from './clock.js';
export type { CurrentWork, SlowStatement, SlowStatements, StatementWatch } from './current-work.js';
export { Timer } from './timer.js';
export { StandingRights } from './standing-rights.js';
export { BASE62, IdGenerator } from './id-generator.js';
export {
  type DomainEvent,
  type EventFact,
  type EventValue,
  Outbox,
  OUTBOX_START,
  type EventBatchConsumer,
  type EventConsumer,
  type OutboxEntry,
  type OutboxExtent,
  type OutboxPruning,
} from './outbox.js';
export { Jobs, type Job, type JobOutcome, type JobProgress, type JobRun, type JobStatus } from './jobs.js';
export { MemoryShares, type MemoryShare } from './memory-shares.js';
export { Queues, sumOfQueues, type Queue, type QueueState } from './queues.js';
export { DomainError, StorageFull, StorageUnavailable } from './domain-error.js';
export {
  FailedWorkRepository,
  type FailedWork,
  type FailedWorkQuery,
  type RetriedWork,
  type WorkItem,
} from './failed-work.js';
export {
  IDEMPOTENCY_MS,
  IdempotencyRepository,
  type HeldClaim,
  type IdempotencyClaim,
  type KeptAnswer,
  type IdempotencyUsage,
  type WantedClaim,
} from './idempotency.js';
export {
  userJobEnded,
  UserJobLimitReached,
  UserJobNotFound,
  UserJobRepository,
  type HeldJob,
  type JobClaim,
  type ListedUserJob,
  type NewUserJob,
  type UserJob,
  type UserJobError,
  type UserJobQuery,
  type UserJobState,
  type UserJobStep,
} from './user-jobs.js';
export { isDue, isUnderWay, MAX_ATTEMPTS, WorkAttempts, WorkRun, type Attempted } from './work-attempts.js';
export { InvalidInput, MAX_FAULTS, parseAll, type Fault } from './invalid-input.js';
export {
  formatCursor,
  parseCursor,
  toPage,
  walk,
  type Page,
  parseLimit,
  parsePage,
  type PageRequest,
  type Position,
} from './page.js';
export {
  FairSemaphore,
  type Release,
  type NotAcquired,
  type FairSemaphoreOptions,
  type Acquisition,
} from './fair-semaphore.js';
export { KeyedMutex } from './keyed-mutex.js';
export { NextFlight } from './next-flight.js';
export { SingleFlight, type Share, type SharedWork } from './single-flight.js';
export { WorkerPool } from './worker-pool.js';
export {
  NotInTrash,
  purgedType,
  removedSpaceOf,
  Trash,
  TrashRules,
  type Disposal,
  type TrashBounds,
  type Restoration,
  type Restorer,
  type TrashEntry,
  type TrashFilter,
  type TrashKind,
  type TrashPart,
  intoTrash,
} from './trash.js';
export { HeapTrimmer, type Heap } from './heap-trimmer.js';
export { allEnded, inTurn } from './in-turn.js';
export {
  ERASED_ACTOR,
  erasedUsers,
  OwnerTraces,
  traceKinds,
  type Erased,
  type TraceCounts,
  type TraceKind,
} from './owner-traces.js';
export { PulledItems } from './pulled-items.js';
export { compareTexts, toNfc } from './text.js';
export { TextDigest } from './text-digest.js';
export type { PortsOf } from './ports-of.js';
export {
  CONNECTIONS_OF_HOLDER,
  OutgoingHttp,
  OutgoingHttpFailed,
  type OutgoingFailure,
  type OutgoingRequest,
  type OutgoingResponse,
} from './outgoing-http.js';
export {
  BLOB_LIST,
  CopyDiffers,
  NotEmpty,
  NotInstalled,
  type CopyRequest,
  type DatabaseBackups,
  type DatabaseCopy,
  type DatabaseFacts,
  type ImageSums,
  type NeededBlob,
  type RestoreRequest,
} from './database-backups.js';
export type { CheckupMode, Finding } from './finding.js';
export { NotInTransaction, TransactionConflict } from './transaction-errors.js';
