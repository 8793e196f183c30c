import type { AuditTrail } from '@cairn/access/spi';
import {
  DESCRIBE_JOB,
  DescribeImages,
  REFINE_JOB,
  RefineDerivatives,
  RunUserJobs,
  USER_JOBS,
  type SweepBlobs,
} from '@cairn/images';
import { Derivatives } from '@cairn/images/spi';
import {
  IDEMPOTENCY_MS,
  type Clock,
  type FailedWorkRepository,
  type IdempotencyRepository,
  type Job,
  type Outbox,
} from '@cairn/kernel';
import { CheckPhotos, PHOTO_JOB } from '@cairn/photo-places';
import {
  COPY_JOB,
  CopyFeatures,
  INDEX_JOB,
  IndexByUse,
  IndexFeatures,
  PURGE_JOB,
  PurgeFeatures,
  RESTORE_JOB,
  RestoreWanted,
} from '@cairn/spaces';
import { DeliverWebhooks, PruneDeliveries, WEBHOOK_JOB } from '@cairn/webhooks';
import type { Container } from 'inversify';
import type { ApplicationEvents } from '../settings.js';
import type { SweepSettings } from './background-settings.js';
import { EmptyTrash } from '../use-cases/empty-trash.js';
import { resolve } from '../use-cases/wiring.js';

const AT_ONCE_MS = 5 * 1000;
const SOON_MS = 15 * 1000;
const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Events stay this long, so that a reader of changes who was cut off can go on where it was. */
const EVENTS_KEPT_MS = 10 * MINUTE_MS;
/** What failed last so long ago is forgotten: what it was may be gone. What is still there is tried anew. */
const FAILURES_KEPT_MS = 30 * 24 * HOUR_MS;
/** Events removed in one transaction: other writes wait for some milliseconds only. */
const PRUNED_AT_ONCE = 2_000;

/** Work on images. A node knows what its own clients use, so each one renders and evicts for itself. */
export function imageJobs(container: Container): readonly Job[] {
  const derivatives = resolve(container, Derivatives);
  const refine = resolve(container, RefineDerivatives);
  const describe = resolve(container, DescribeImages);
  const trash = resolve(container, EmptyTrash);
  const userJobs = resolve(container, RunUserJobs);
  return [
    {
      name: 'evict-derivatives',
      everyMs: HOUR_MS,
      leaderOnly: false,
      run: async ({ signal }) => await derivatives.evict({ signal }),
    },
    {
      name: REFINE_JOB,
      everyMs: SOON_MS,
      leaderOnly: false,
      run: async ({ signal, report }) => ({
        refined: await refine.execute({ signal, refined: (done) => report({ done }) }),
      }),
    },
    {
      name: USER_JOBS,
      everyMs: 5_000,
      leaderOnly: false,
      run: async ({ signal }) => await userJobs.execute({ signal }),
    },
    {
      name: DESCRIBE_JOB,
      everyMs: MINUTE_MS,
      leaderOnly: true,
      run: async ({ signal, report }) =>
        await describe.execute({ signal, described: (done) => report({ done }) }),
    },
    {
      name: 'empty-trash',
      everyMs: MINUTE_MS,
      leaderOnly: true,
      run: async ({ signal, report }) => ({
        purged: await trash.expire({ signal, purged: (done) => report({ done }) }),
      }),
    },
  ];
}

/** Work on features. Nodes take turns at the indexes of one space. */
export function featureJobs(container: Container): readonly Job[] {
  const purge = resolve(container, PurgeFeatures);
  const index = resolve(container, IndexFeatures);
  const byUse = resolve(container, IndexByUse);
  const copy = resolve(container, CopyFeatures);
  const photos = resolve(container, CheckPhotos);
  const wanted = resolve(container, RestoreWanted);
  return [
    {
      name: PURGE_JOB,
      everyMs: MINUTE_MS,
      leaderOnly: true,
      run: async ({ signal }) => {
        await purge.execute(signal);
        return {};
      },
    },
    {
      name: INDEX_JOB,
      everyMs: MINUTE_MS,
      leaderOnly: false,
      run: async ({ signal, report }) => {
        const looked = await index.execute({ signal, report });
        await byUse.apply(); // last, so that what fails for one space holds up no index of others
        return { looked };
      },
    },
    {
      name: COPY_JOB,
      everyMs: SOON_MS,
      leaderOnly: true,
      run: async ({ signal }) => await copy.execute({ signal }),
    },
    {
      name: RESTORE_JOB,
      everyMs: MINUTE_MS,
      leaderOnly: true,
      run: async ({ signal }) => ({ restored: await wanted.execute(signal) }),
    },
    {
      name: PHOTO_JOB,
      everyMs: MINUTE_MS,
      leaderOnly: true,
      run: async (run) => ({ steps: await photos.execute(run) }),
    },
  ];
}

/** Messages of webhooks. Other nodes could claim them, too; of one node less is asked of the database. */
export function webhookJobs(container: Container): readonly Job[] {
  const deliver = resolve(container, DeliverWebhooks);
  const prune = resolve(container, PruneDeliveries);
  return [
    {
      name: WEBHOOK_JOB,
      everyMs: AT_ONCE_MS,
      leaderOnly: true,
      run: async (run) => await deliver.execute(run),
    },
    {
      name: 'prune-webhooks',
      everyMs: HOUR_MS,
      leaderOnly: true,
      run: async (run) => await prune.execute(run),
    },
  ];
}

/** Removes entries of the audit trail that are older than so many days. */
export function auditJob(audit: AuditTrail, clock: Clock, days: number): Job {
  return {
    name: 'prune-audit',
    everyMs: HOUR_MS,
    leaderOnly: true,
    run: async ({ signal }) => {
      let removed = 0;
      for (let last = PRUNED_AT_ONCE; last === PRUNED_AT_ONCE && !signal.aborted; removed += last)
        last = await audit.prune(clock.now() - days * DAY_MS, PRUNED_AT_ONCE);
      return { removed };
    },
  };
}

interface PruningPorts {
  readonly outbox: Outbox;
  readonly failures: FailedWorkRepository;
  readonly idempotency: IdempotencyRepository;
  readonly clock: Clock;
}

/**
 * Removes the events that all of these consumers have handled, ten minutes after they occurred, and old failures and
 * idempotency keys.
 */
export function pruneJob(
  { outbox, failures, idempotency, clock }: PruningPorts,
  consumers: readonly string[],
): Job {
  return {
    name: 'prune-events',
    everyMs: MINUTE_MS,
    leaderOnly: true,
    run: async ({ signal }) => {
      const pruning = { consumers, before: clock.now() - EVENTS_KEPT_MS, limit: PRUNED_AT_ONCE };
      while (!signal.aborted && (await outbox.prune(pruning)) === PRUNED_AT_ONCE);
      await failures.prune(clock.now() - FAILURES_KEPT_MS);
      const expired = clock.now() - IDEMPOTENCY_MS;
      while (!signal.aborted && (await idempotency.prune(expired, PRUNED_AT_ONCE)) === PRUNED_AT_ONCE);
      const handled = await Promise.all(consumers.map((consumer) => outbox.position(consumer)));
      return {
        positions: Object.fromEntries(consumers.map((consumer, index) => [consumer, handled[index]])),
      };
    },
  };
}

/** What a sweep needs besides its use case. */
interface SweepConditions {
  /** Rejects when the stores no longer belong together. */
  readonly belongTogether: () => Promise<unknown>;
  readonly swept: ApplicationEvents['swept'];
}

/** The periodic sweep of blobs without a record. */
export function sweepJob(
  sweep: SweepBlobs,
  { belongTogether, swept }: SweepConditions,
  { everyMs = HOUR_MS, ...options }: SweepSettings = {},
): Job {
  return {
    name: 'sweep-blobs',
    everyMs,
    leaderOnly: true,
    run: async ({ signal, report }) => {
      await belongTogether();
      const found = await sweep.execute({ ...options, signal, compared: (done) => report({ done }) });
      swept(found);
      const { missing, ...counts } = found;
      return { ...counts, missing: missing.length };
    },
  };
}

/** Gives what a SQLite file has no use for back to its disk. */
export function vacuumJob(database: { vacuum(): Promise<number> }): Job {
  return {
    name: 'vacuum-database',
    everyMs: SOON_MS,
    leaderOnly: true,
    run: async ({ signal, report }) => {
      let givenBackBytes = 0;
      for (let bytes = 1; bytes > 0 && !signal.aborted; report({ done: givenBackBytes })) {
        bytes = await database.vacuum();
        givenBackBytes += bytes;
      }
      return { givenBackBytes };
    },
  };
}
