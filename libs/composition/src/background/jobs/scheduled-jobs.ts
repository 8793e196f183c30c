import {
  allEnded,
  type Clock,
  type Job,
  type JobOutcome,
  type JobProgress,
  type JobRun,
  type Jobs,
  type JobStatus,
  type Timer,
} from '@cairn/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import { inSpan } from '../../tracing/spans.js';
import { namedWork } from '../../tracing/trace-context.js';

interface Scheduled {
  readonly job: Job;
  /** Resolves when the schedule ends. */
  readonly done: Promise<void>;
  /** Ends the rest before the next run. */
  wake: () => void;
  /** How often it was asked to run at once. */
  nudges: number;
  runs: number;
  succeededAt?: number;
  progress?: JobProgress;
  startedAt?: number;
  endedAt?: number;
  outcome?: JobOutcome;
}

interface Options {
  readonly clock: Clock;
  readonly timer: Timer;
  readonly leads: Leads;
  /** Called when a run fails, or is skipped because leadership is unknown. */
  readonly failed: (job: string, error: unknown) => void;
}

/**
 * Runs each job at start and then periodically, never concurrently with itself. A run that only the leading node may do
 * is aborted where another node takes over.
 */
export class ScheduledJobs implements Jobs {
  private readonly ending = new AbortController();
  private readonly scheduled: Scheduled[] = [];

  constructor(private readonly options: Options) {}

  start(job: Job): void {
    const begin = Promise.resolve();
    const done = begin.then(() => this.repeat(scheduled));
    const scheduled: Scheduled = { job, done, wake: () => undefined, nudges: 0, runs: 0 };
    this.scheduled.push(scheduled);
  }

  nudge(name: string): void {
    for (const scheduled of this.scheduled) {
      if (scheduled.job.name !== name) continue;
      scheduled.nudges += 1;
      scheduled.wake();
    }
  }

  list(): readonly JobStatus[] {
    return this.scheduled.map(({ job: { name, everyMs, leaderOnly }, done, wake, nudges, ...latest }) => ({
      name,
      everyMs,
      leaderOnly,
      state: isRunning(latest) ? 'running' : 'idle',
      ...latest,
    }));
  }

  /** Aborts running jobs and waits for them. */
  async stop(): Promise<void> {
    this.ending.abort();
    await allEnded(this.scheduled.map(({ done }) => done));
  }

  private async repeat(scheduled: Scheduled): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      const { nudges } = scheduled;
      await this.runOnce(scheduled);
      const resting = new AbortController();
      scheduled.wake = () => resting.abort();
      if (scheduled.nudges === nudges)
        await rest(scheduled.job.everyMs, AbortSignal.any([signal, resting.signal]));
    }
  }

  private async runOnce(scheduled: Scheduled): Promise<void> {
    const { job } = scheduled;
    const { clock, timer, leads, failed } = this.options;
    let { signal } = this.ending;
    let watch: LeadershipWatch | undefined;
    try {
      if (job.leaderOnly) {
        if (!(await leads())) return;
        watch = watchLeadership(leads, timer);
        signal = AbortSignal.any([signal, watch.signal]);
      }
      scheduled.startedAt = clock.now();
      delete scheduled.endedAt;
      const run: JobRun = { signal, report: (progress) => (scheduled.progress = progress) };
      const span = { name: `job ${job.name}`, root: true, attributes: { 'cairn.job': job.name } };
      const result = await namedWork(job.name, () => inSpan(span, () => job.run(run)));
      scheduled.outcome = { status: signal.aborted ? 'aborted' : 'succeeded', result };
    } catch (error) {
      if (signal.aborted) {
        // The error of an aborted run is not reported. Its outcome is `aborted`, not that of the run before it.
        if (isRunning(scheduled)) scheduled.outcome = { status: 'aborted', result: null };
        return;
      }
      scheduled.outcome = { status: 'failed', error: error instanceof Error ? error.message : String(error) };
      failed(job.name, error);
    } finally {
      watch?.end();
      if (isRunning(scheduled)) ended(scheduled, clock.now());
      delete scheduled.progress;
    }
  }
}

function ended(scheduled: Scheduled, now: number): void {
  scheduled.endedAt = now;
  scheduled.runs += 1;
  if (scheduled.outcome?.status === 'succeeded') scheduled.succeededAt = now;
}

function isRunning({ startedAt, endedAt }: Pick<Scheduled, 'startedAt' | 'endedAt'>): boolean {
  return startedAt !== undefined && endedAt === undefined;
}

/** Another node takes over after 25 s without a sign of life: `tcp_keepalives` of the leader's connection. */
const CHECK_MS = 15_000;
/** How long to wait for an answer. A node that does not know whether it leads does not lead. */
const ANSWER_MS = 5_000;

/** A watch over long work that only the leading node may do. */
interface LeadershipWatch {
  /** Aborts once this node does not lead any more, or cannot tell. */
  readonly signal: AbortSignal;
  end(): void;
}

/** Asks now and then, not for each item, whether this node still leads. */
function watchLeadership(leads: Leads, timer: Timer): LeadershipWatch {
  const lost = new AbortController();
  let isOver = false;
  const watch = async (): Promise<void> => {
    while (!lost.signal.aborted) {
      await timer.wait(CHECK_MS);
      if (isOver) return;
      const isLeading = await Promise.race([leads(), timer.wait(ANSWER_MS)]).catch(() => false);
      if (isLeading !== true) lost.abort();
    }
  };
  void watch();
  return { signal: lost.signal, end: () => void (isOver = true) };
}

/** Whether this node currently does the work that only one node may do at a time. */
export type Leads = () => Promise<boolean>;

/** Waits, but ends without an error when the signal aborts. Does not keep the process alive. */
export async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { ref: false, signal }).catch(() => undefined);
}
