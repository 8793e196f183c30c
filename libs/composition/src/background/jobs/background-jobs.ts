import {
  DESCRIBE_JOB,
  DescribeImages,
  REFINE_JOB,
  RefineDerivatives,
  RunUserJobs,
  USER_JOBS,
  type DiscardPrepared,
  type SweepBlobs,
} from '@cairn/images';
import { Derivatives } from '@cairn/images/spi';
import type { Job } from '@cairn/kernel';
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
import type { ApplicationEvents } from '../../settings/application-settings.js';
import type { SweepSettings } from '../../settings/background-settings.js';
import { inTraceOfJob } from '../../tracing/traced-user-jobs.js';
import { EmptyTrash } from '../../use-cases/empty-trash.js';
import { resolve } from '../../use-cases/wiring.js';

const AT_ONCE_MS = 5 * 1000;
const SOON_MS = 15 * 1000;
const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

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
      run: async ({ signal }) => await userJobs.execute({ signal, within: inTraceOfJob }),
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
      run: async ({ signal, report }) => {
        const expired = await trash.expire({ signal, purged: (done) => report({ done }) });
        const excess = await trash.shrink({ signal, purged: (done) => report({ done: expired + done }) });
        return { purged: expired + excess };
      },
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
        await byUse.apply(); // last, so that a failure for one space delays no index of others
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

/** Messages of webhooks. Other nodes could claim them, too, but one node alone asks less of the database. */
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

/** What a sweep needs besides its use case. */
interface SweepConditions {
  /** Rejects when the stores no longer belong together. */
  readonly belongTogether: () => Promise<unknown>;
  readonly prepared: Pick<DiscardPrepared, 'expire'>;
  readonly swept: ApplicationEvents['swept'];
}

/** The periodic sweep of blobs without a record. */
export function sweepJob(
  sweep: SweepBlobs,
  { belongTogether, prepared, swept }: SweepConditions,
  { everyMs = HOUR_MS, ...options }: SweepSettings = {},
): Job {
  return {
    name: 'sweep-blobs',
    everyMs,
    leaderOnly: true,
    run: async ({ signal, report }) => {
      await belongTogether();
      // First, as it knows them for sure: they do not count as orphans.
      const discarded = await prepared.expire({ graceMs: options.graceMs, signal });
      const found = await sweep.execute({ ...options, signal, compared: (done) => report({ done }) });
      swept(found);
      const { missing, ...counts } = found;
      return { ...counts, missing: missing.length, discarded };
    },
  };
}
