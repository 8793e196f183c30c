import type { Clock, FailedWorkRepository, JobOutcome, JobStatus, Outbox, WorkAttempts } from '@cairn/kernel';
import { rest, type Leads } from '../jobs/scheduled-jobs.js';
import { EventDelivery, type Consumer } from './event-delivery.js';

/** Number of events handled between two updates of a consumer's position. */
const BATCH = 100;

/** Interval for noticing events of other nodes and retrying failures. */
const POLL_MS = 5_000;

/** The longest pause after failures. */
const MAX_PAUSE_MS = 5 * 60 * 1000;

/** Interval at which a follower checks for leadership: on PostgreSQL each check takes a connection. */
const FOLLOWER_MS = 30_000;

/** Time for which changes are collected, so that they share one update of the position. */
const GATHER_MS = 250;

interface Options {
  readonly outbox: Outbox;
  readonly failures: FailedWorkRepository;
  readonly attempts: WorkAttempts;
  readonly clock: Clock;
  readonly leads: Leads;
  /** Called when a store is unavailable, which is retried. */
  readonly failed: (consumer: string, error: unknown) => void;
}

/** Running consumers. */
export interface Consuming {
  /** Signals that there may be new events. */
  nudge(): void;
  /** Each consumer as a job. */
  list(): readonly JobStatus[];
  /** Stops each consumer before its next event, and waits for that. */
  stop(): Promise<void>;
}

/** Delivers every event to every consumer, independently, while this node leads. */
export function startConsumers(consumers: readonly Consumer[], options: Options): Consuming {
  const ending = new AbortController();
  const feeds = consumers.map((consumer) => new Feed(consumer, options, ending.signal));
  const done = Promise.all(feeds.map((feed) => feed.run()));
  const nudge = (): void => feeds.forEach((feed) => feed.nudge());
  return {
    nudge,
    list: () => feeds.map((feed) => feed.status),
    stop: async () => {
      ending.abort();
      nudge();
      await done;
    },
  };
}

/** A function, because the compiler would narrow `aborted` permanently. */
const isOver = (signal: AbortSignal): boolean => signal.aborted;

class Feed {
  private isNudged = false;
  private wake: () => void = () => undefined;
  private failuresInRow = 0;
  private readonly delivery: EventDelivery;
  private latest: Pick<JobStatus, 'startedAt' | 'endedAt' | 'outcome'> = {};
  private runs = 0;
  private succeededAt: number | undefined;

  constructor(
    private readonly consumer: Consumer,
    private readonly options: Options,
    private readonly signal: AbortSignal,
  ) {
    this.delivery = new EventDelivery(consumer, options, signal);
  }

  get status(): JobStatus {
    const { startedAt, endedAt } = this.latest;
    const state = startedAt !== undefined && endedAt === undefined ? 'running' : 'idle';
    const { runs, succeededAt } = this;
    return {
      name: this.consumer.name,
      everyMs: POLL_MS,
      leaderOnly: true,
      state,
      ...this.latest,
      runs,
      ...(succeededAt !== undefined && { succeededAt }),
    };
  }

  nudge(): void {
    this.isNudged = true;
    this.wake();
  }

  async run(): Promise<void> {
    const isEnding = (): boolean => this.signal.aborted;
    while (!isEnding()) {
      this.isNudged = false;
      try {
        const leads = await this.catchUp();
        this.failuresInRow = 0;
        if (leads) await this.untilNudged();
        else await rest(FOLLOWER_MS, this.signal);
      } catch (error) {
        if (isEnding()) return this.aborted();
        this.ended({ status: 'failed', error: error instanceof Error ? error.message : String(error) });
        this.options.failed(this.consumer.name, error);
        await rest(Math.min(POLL_MS * 2 ** this.failuresInRow, MAX_PAUSE_MS), this.signal);
        this.failuresInRow += 1;
      }
    }
  }

  /** Handles all pending events; `false` if this node does not lead. */
  private async catchUp(): Promise<boolean> {
    const { outbox, leads, clock } = this.options;
    if (!(await leads())) return this.follows();
    await this.delivery.retryParked();
    let count = BATCH;
    while (count === BATCH && !this.signal.aborted) {
      if (!(await leads())) return this.follows();
      // Read each time: another node may have led in between.
      const reached = await outbox.position(this.consumer.name);
      const entries = await outbox.list(reached, BATCH);
      count = entries.length;
      if (count === 0 && this.latest.outcome?.status === 'succeeded') {
        this.succeededAt = clock.now();
        break;
      }
      this.latest = { startedAt: clock.now() };
      await this.delivery.handle(entries);
      if (isOver(this.signal)) this.aborted();
      else this.ended({ status: 'succeeded', result: { position: entries.at(-1)?.position ?? reached } });
    }
    return true;
  }

  private follows(): false {
    this.delivery.leave();
    return false;
  }

  /** Reports an interrupted run as aborted, because its work may not be done. */
  private aborted(): void {
    if (this.status.state === 'running') this.ended({ status: 'aborted', result: null });
  }

  private ended(outcome: JobOutcome): void {
    const now = this.options.clock.now();
    this.latest = { startedAt: this.latest.startedAt ?? now, endedAt: now, outcome };
    this.runs += 1;
    if (outcome.status === 'succeeded') this.succeededAt = now;
  }

  private async untilNudged(): Promise<void> {
    const waiting = new AbortController();
    this.wake = () => waiting.abort();
    if (!this.isNudged) await rest(POLL_MS, waiting.signal);
    if (this.isNudged) await rest(GATHER_MS, this.signal);
  }
}
