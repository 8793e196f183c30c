import { setTimeout as pause } from 'node:timers/promises';
import { ExplainAccess, isAtLeast, KeyNotFound, UserNotFound } from '@cairn/access';
import { AuditTrail } from '@cairn/access/spi';
import {
  DeleteRemovedBlobs,
  DESCRIBE_JOB,
  DiscardPrepared,
  RestoredCopy,
  SweepBlobs,
  USER_JOBS,
} from '@cairn/images';
import {
  allEnded,
  Clock,
  FailedWorkRepository,
  IdempotencyRepository,
  Jobs,
  Outbox,
  StandingRights,
  Timer,
  WorkAttempts,
} from '@cairn/kernel';
import { FollowPhotos, PHOTO_JOB } from '@cairn/photo-places';
import { DeleteOrphanedArchives, INDEX_JOB, ReleasePurged, RESTORE_JOB, SpaceNotFound } from '@cairn/spaces';
import { SpaceRepository } from '@cairn/spaces/spi';
import { EventAccounts, QueueWebhooks, WEBHOOK_JOB, WebhookHold } from '@cairn/webhooks';
import type { Container } from 'inversify';
import { BlobStore } from '@cairn/images/spi';
import { capabilitiesOf } from '../adapters/capabilities.js';
import type { Stores } from '../adapters/stores.js';
import { type BackupStatus, ScheduledBackups } from '../backup/scheduled-backups.js';
import { ChangeFeed } from '../changes/change-feed.js';
import type { ApplicationSettings } from '../settings/application-settings.js';
import { HotSpaces } from '../use-cases/hot-spaces.js';
import { resolve } from '../use-cases/wiring.js';
import { featureJobs, imageJobs, sweepJob, webhookJobs } from './jobs/background-jobs.js';
import { HOT_JOB, hotSpacesJob } from './jobs/hot-spaces-job.js';
import { auditJob, pruneJob } from './jobs/pruning-jobs.js';
import { BackgroundFailures } from './background-failures.js';
import { connectOwners } from './connect-owners.js';
import { toldEvents } from './told-events.js';
import { startConsumers } from './events/event-consumers.js';
import { ScheduledJobs } from './jobs/scheduled-jobs.js';

/** Running background work. */
export interface Background {
  /** Signals that there may be new events. */
  nudge(): void;
  /** Signals that spaces may ask for other indexes. */
  spacesChanged(): void;
  /** Signals that there are new images. */
  imagesAdded(): void;
  /** Signals that there is a new job of an account. */
  userJobAdded(): void;
  /** Signals that photos belong to other spaces. */
  photosLinked(): void;
  /** How scheduled backups are; `undefined` where this node makes none. */
  backupStatus(): BackupStatus | undefined;
  /** Signals that deleted features are to be restored. */
  featuresWanted(): void;
  /** Stops all work before its next step, and waits for that. */
  stop(): Promise<void>;
}

/**
 * Starts the jobs and the event consumers. `belongTogether` rejects if the stores no longer belong together.
 */
export function startBackground(
  { container, database }: Stores,
  settings: ApplicationSettings,
  belongTogether: () => Promise<unknown>,
): Background {
  const { sweep } = settings;
  const failuresSeen = new BackgroundFailures();
  container.bind(BackgroundFailures).toConstantValue(failuresSeen);
  const events = toldEvents(settings.events, failuresSeen);
  const isOff = settings.background === 'off';
  const leads = async (): Promise<boolean> => !isOff && (await database.leads());
  const outbox = container.get(Outbox);
  const { features } = capabilitiesOf(settings);
  const [clock, failures] = [container.get(Clock), container.get(FailedWorkRepository)];
  const failed = events.consumerFailed;
  const isConsumer = (name: string): boolean => consumers.some((consumer) => consumer.name === name);
  const itemFailed = (job: string, error: unknown): void =>
    isConsumer(job) ? failed(job, error) : events.jobFailed(job, error);
  bindAttempts(container, itemFailed, settings.version);
  container.bind(EventAccounts).toConstantValue({
    accountOf: async ({ aggregateId }) => await ownerOfSpace(container, aggregateId),
  });
  container.bind(StandingRights).toConstantValue(standingRights(resolve(container, ExplainAccess)));
  const copy = resolve(container, RestoredCopy);
  container.bind(WebhookHold).toConstantValue({
    isHeld: async () => (await copy.restoredAt()) !== undefined,
  });
  const webhooks = resolve(container, QueueWebhooks);
  const deleting = [
    resolve(container, DeleteRemovedBlobs),
    resolve(container, DeleteOrphanedArchives),
    ...(features ? [resolve(container, ReleasePurged)] : []),
  ];
  const consumers = [
    webhooks,
    ...deleting,
    ...(features ? [resolve(container, FollowPhotos)] : []),
    ...(settings.consumers ?? []),
  ];
  const [attempts, hot] = [container.get(WorkAttempts), container.get(HotSpaces)];
  const consuming = startConsumers(consumers, { outbox, failures, attempts, clock, leads, failed });
  const jobs = new ScheduledJobs({
    clock,
    timer: container.get(Timer),
    leads,
    failed: events.jobFailed,
  });
  if (isOff) void jobs.stop(); // They are listed, and none runs.
  const { swept } = events;
  const prepared = resolve(container, DiscardPrepared);
  if (sweep !== 'never')
    jobs.start(sweepJob(resolve(container, SweepBlobs), { belongTogether, prepared, swept }, sweep));
  jobs.start(
    pruneJob(
      { outbox, failures, idempotency: container.get(IdempotencyRepository), clock },
      consumers.map(({ name }) => name),
    ),
  );
  connectOwners(container, { features, deleting: deleting.map(({ name }) => name) });
  const backups = scheduledBackups(container, settings);
  const own = [
    ...imageJobs(container),
    ...(features ? featureJobs(container) : []),
    ...(features ? [hotSpacesJob(hot, attempts)] : []),
    ...webhookJobs(container),
    auditJob(container.get(AuditTrail), clock, settings.auditDays ?? 90),
    ...database.jobs,
    ...(backups === undefined ? [] : [backups.job]),
  ];
  // Without background work, spaces are built as they are wanted.
  if (!isOff) hot.onWanted(() => jobs.nudge(HOT_JOB));
  webhooks.queued = () => jobs.nudge(WEBHOOK_JOB);
  for (const job of own) jobs.start(job);
  container.bind(Jobs).toConstantValue({
    list: () => [...jobs.list(), ...consuming.list()],
    nudge: (name) => {
      jobs.nudge(name);
      consuming.nudge();
    },
  });
  const changes = changeFeed(container, (error) => failed('changes', error));
  container.bind(ChangeFeed).toConstantValue(changes);
  return {
    nudge: () => {
      consuming.nudge();
      changes.nudge();
    },
    spacesChanged: () => jobs.nudge(INDEX_JOB),
    imagesAdded: () => jobs.nudge(DESCRIBE_JOB),
    userJobAdded: () => jobs.nudge(USER_JOBS),
    photosLinked: () => jobs.nudge(PHOTO_JOB),
    backupStatus: () => backups?.status(),
    featuresWanted: () => jobs.nudge(RESTORE_JOB),
    stop: () => allEnded([consuming.stop(), jobs.stop(), changes.stop()]),
  };
}

function scheduledBackups(
  container: Container,
  { backup, database, version = '' }: ApplicationSettings,
): ScheduledBackups | undefined {
  if (backup === undefined) return undefined;
  const [blobs, clock] = [container.get(BlobStore), container.get(Clock)];
  return new ScheduledBackups({ database, blobs, clock, version }, backup);
}

function changeFeed(container: Container, failed: (error: unknown) => void): ChangeFeed {
  const ownerOf = async (id: string): Promise<string | undefined> => await ownerOfSpace(container, id);
  return new ChangeFeed({ outbox: container.get(Outbox), ownerOf, failed });
}

/** Events of features do not name the account. */
async function ownerOfSpace(container: Container, id: string): Promise<string | undefined> {
  try {
    return (await container.get(SpaceRepository).get(id)).owner;
  } catch (error) {
    if (error instanceof SpaceNotFound) return undefined;
    throw error;
  }
}

/** After this time, an item counts as one that never ends. Each kind of work has shorter limits of its own. */
const LIMIT_MS = 5 * 60 * 1000;

/** Lets use cases ask for the attempts at background work. What another version failed at is tried anew. */
function bindAttempts(
  container: Container,
  failed: (job: string, error: unknown) => void,
  version: string | undefined,
): void {
  const [failures, clock] = [container.get(FailedWorkRepository), container.get(Clock)];
  const attempts = new WorkAttempts({
    failures,
    clock,
    limited,
    failed,
    ...(version !== undefined && { version }),
  });
  container.bind(WorkAttempts).toConstantValue(attempts);
  if (version !== undefined)
    failures.renew(version, clock.now()).catch((error: unknown) => failed('retry-failed-work', error));
}

/** Rejects if the work takes longer than `LIMIT_MS`. The work is then abandoned: nothing waits for it. */
async function limited<T>(work: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = pause(LIMIT_MS, undefined, { ref: false, signal: ended.signal }).then((): never => {
    throw new Error(`This took longer than ${LIMIT_MS / 60_000} minutes.`);
  });
  late.catch(() => undefined);
  return await Promise.race([work, late]).finally(() => ended.abort());
}

/** Asks as `GET /api/access` does: whether the user or key is there, and has the role in the account. */
function standingRights(explain: Pick<ExplainAccess, 'execute'>): StandingRights {
  return {
    holds: async (bearer, accountId, role) => {
      const [type, id = ''] = bearer.split(':');
      if (type !== 'user' && type !== 'key') return false;
      const target = { accountId, parts: [{ type: 'account', id: accountId }] } as const;
      try {
        const reasons = await explain.execute({ to: { type, id }, target, isOpen: false });
        return reasons.some((reason) => isAtLeast(reason.role, role));
      } catch (error) {
        if (error instanceof UserNotFound || error instanceof KeyNotFound) return false;
        throw error;
      }
    },
  };
}
