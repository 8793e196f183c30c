import {
  Clock,
  DomainError,
  IdGenerator,
  StandingRights,
  StorageUnavailable,
  Timer,
  UserJobRepository,
  type HeldJob,
  type PortsOf,
  type UserJob,
  type UserJobError,
} from '@cairn/kernel';
import { BULK_JOB, ChangeMatchingImages } from './change-images.js';
import { IMPORT_JOB, ImportImages } from './import-images.js';
import type { JobStep } from './job-step.js';

/** The background job that carries out the jobs of accounts. */
export const USER_JOBS = 'user-jobs';

const AT_ONCE = 4;
const MAX_PER_OWNER = AT_ONCE / 2;
/**
 * Maximum further jobs, whose steps take longer than a turn. Most of them wait for another server, and other jobs must
 * not wait for that.
 */
const MAX_SLOW = 28;
/** How long a job is held. The hold is renewed three times within this time. */
const HELD_MS = 15_000;
const IDLE_MS = 500;
/** A job that has run for this long lets others take their turn. */
const TURN_MS = 5_000;
/** The back-off after a step that failed, by its number. */
const WAITS_MS = [1_000, 10_000, 60_000, 600_000];
/** A job fails if one of its steps was started more often than this without ending. */
const MAX_ATTEMPTS = WAITS_MS.length + 1;
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
const PRUNED_AT_ONCE = 1_000;

interface Run {
  readonly signal: { readonly aborted: boolean };
  readonly failed?: (error: unknown) => void;
  /** Carries out a turn of a job as a part of what the job belongs to, such as its trace. */
  readonly within?: (job: UserJob, turn: () => Promise<void>) => Promise<void>;
}

/** A job that is held. */
interface Claimed {
  readonly job: UserJob;
  readonly holder: string;
}

/**
 * Carries out the jobs that accounts have asked for. Accounts take turns. Several jobs run at once, at most half of
 * them for one account, and each job on only one node.
 */
export class RunUserJobs {
  static readonly ports = {
    ...ChangeMatchingImages.ports,
    ...ImportImages.ports,
    jobs: UserJobRepository,
    rights: StandingRights,
    clock: Clock,
    timer: Timer,
    ids: IdGenerator,
  };

  private readonly steps: Record<string, (job: UserJob) => Promise<JobStep>>;

  constructor(private readonly ports: PortsOf<typeof RunUserJobs.ports>) {
    const bulk = new ChangeMatchingImages(ports);
    const imports = new ImportImages(ports);
    this.steps = {
      [BULK_JOB]: (job) => bulk.step(job, this.ports.rights),
      [IMPORT_JOB]: (job) => imports.step(job, this.ports.rights),
    };
  }

  /** Has it carry out jobs of another kind as well. */
  add(kind: string, step: (job: UserJob) => Promise<JobStep>): void {
    this.steps[kind] = step;
  }

  /** Carries out what is due, and removes jobs that ended a week ago. */
  async execute(run: Run): Promise<{ readonly carriedOut: number }> {
    const { jobs, clock, timer } = this.ports;
    const { within = (_, turn) => turn() } = run;
    /** When each job was started. */
    const running = new Map<Promise<void>, number>();
    const hasPlace = (): boolean => {
      const now = clock.now();
      const inTurn = [...running.values()].filter((begunAt) => now - begunAt < TURN_MS);
      return inTurn.length < AT_ONCE && running.size < AT_ONCE + MAX_SLOW;
    };
    const failures: unknown[] = [];
    let carriedOut = 0;
    while (!run.signal.aborted && failures.length === 0) {
      const claimed = hasPlace() ? await this.claim() : undefined;
      if (claimed !== undefined) {
        const work: Promise<void> = within(claimed.job, () => this.carryOut(claimed, run))
          .then(() => void (carriedOut += 1))
          .catch((error: unknown) => void failures.push(error))
          .finally(() => running.delete(work));
        running.set(work, clock.now());
      } else if (running.size === 0) break;
      // A job that arrives meanwhile must not wait until the running ones end.
      else await Promise.race([timer.wait(IDLE_MS), ...running.keys()]);
    }
    await Promise.all(running.keys());
    if (failures.length > 0) throw failures[0];
    const before = clock.now() - KEPT_MS;
    while (!run.signal.aborted && (await jobs.prune(before, PRUNED_AT_ONCE)) === PRUNED_AT_ONCE);
    return { carriedOut };
  }

  private async claim(): Promise<Claimed | undefined> {
    const { jobs, clock, ids } = this.ports;
    const [holder, now] = [ids.next(16), clock.now()];
    const claim = { holder, now, until: now + HELD_MS, maxPerOwner: MAX_PER_OWNER };
    const job = await jobs.claim(claim);
    return job && { job, holder };
  }

  /** Takes steps until the job ends, waits, is cancelled, or its turn or the run is over. */
  private async carryOut({ job: claimed, holder }: Claimed, run: Run): Promise<void> {
    const { jobs, clock } = this.ports;
    const held = { id: claimed.id, holder };
    const release = this.holdOn(held);
    const turnEnds = clock.now() + TURN_MS;
    try {
      for (let job = claimed; ;) {
        // A step that ends its process every time must not be retried for ever.
        const step = job.attempts > MAX_ATTEMPTS ? undefined : this.steps[job.kind];
        if (step === undefined) {
          await this.fail(job, holder, { code: 'interrupted', detail: 'The job was interrupted too often.' });
          return;
        }
        const { isOver, waitMs = 0, ...state } = await step(job);
        const now = clock.now();
        if (isOver) {
          await jobs.advance(held, { ...state, attempts: 0, state: 'succeeded', endedAt: now });
          return;
        }
        const isToWait = run.signal.aborted || waitMs > 0 || now >= turnEnds;
        const next = isToWait
          ? ({ state: 'waiting', dueAt: now + waitMs } as const)
          : ({ state: 'running', dueAt: now + HELD_MS } as const);
        // The next step is started at once, so this counts its first attempt.
        const attempts = isToWait ? 0 : 1;
        if (!(await jobs.advance(held, { ...state, ...next, attempts })) || isToWait) return;
        job = { ...job, ...state, attempts };
      }
    } catch (error) {
      run.failed?.(error);
      await this.retry(claimed, holder, error);
    } finally {
      release();
    }
  }

  /** Fails the job for an error of the domain, which would only recur. Retries it later for any other error. */
  private async retry(claimed: UserJob, holder: string, error: unknown): Promise<void> {
    const { jobs, clock } = this.ports;
    const job = await jobs.get(claimed.owner, claimed.id);
    const wait = WAITS_MS[job.attempts - 1];
    const isFinal = error instanceof DomainError && !(error instanceof StorageUnavailable);
    if (isFinal) await this.fail(job, holder, { code: error.code, detail: error.message });
    else if (wait === undefined)
      await this.fail(job, holder, { code: 'internal', detail: 'Something went wrong inside the service.' });
    else
      await jobs.advance(
        { id: job.id, holder },
        { ...stateOf(job), state: 'waiting', dueAt: clock.now() + wait },
      );
  }

  private async fail(job: UserJob, holder: string, error: UserJobError): Promise<void> {
    const { jobs, clock } = this.ports;
    const end = { state: 'failed', endedAt: clock.now(), error } as const;
    await jobs.advance({ id: job.id, holder }, { ...stateOf(job), ...end });
  }

  /** Holds the job until the returned function is called. */
  private holdOn(held: HeldJob): () => void {
    const { jobs, clock, timer } = this.ports;
    const holding = { isOver: false };
    const hold = async (): Promise<void> => {
      for (;;) {
        await timer.wait(HELD_MS / 3);
        if (holding.isOver) return;
        await jobs.hold(held, clock.now() + HELD_MS).catch(() => undefined); // the next time may succeed
      }
    };
    void hold();
    return () => (holding.isOver = true);
  }
}

const stateOf = ({ done, position, result, attempts }: UserJob) => ({ done, position, result, attempts });
