import type { EventBatchConsumer, EventConsumer, Outbox } from '@cairn/kernel';
import { rest, type Leads } from './background.js';

/** Number of events handled between two updates of a consumer's position. */
const BATCH = 100;

/** Interval for noticing events of other nodes and retrying failures. */
const POLL_MS = 5_000;

/** Interval at which a follower checks for leadership: on PostgreSQL each check takes a connection. */
const FOLLOWER_MS = 30_000;

/** Time for which changes are collected, so that they share one update of the position. */
const GATHER_MS = 250;

interface Options {
  readonly outbox: Outbox;
  readonly leads: Leads;
  /** Called when a consumer fails or the outbox is unavailable; both are retried. */
  readonly failed: (consumer: string, error: unknown) => void;
}

type Consumer = EventConsumer | EventBatchConsumer;

/** Running consumers. */
export interface Consuming {
  /** Signals that there may be new events. */
  nudge(): void;
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
    stop: async () => {
      ending.abort();
      nudge();
      await done;
    },
  };
}

class Feed {
  private isNudged = false;
  private wake: () => void = () => undefined;

  constructor(
    private readonly consumer: Consumer,
    private readonly options: Options,
    private readonly signal: AbortSignal,
  ) {}

  nudge(): void {
    this.isNudged = true;
    this.wake();
  }

  async run(): Promise<void> {
    const isEnding = (): boolean => this.signal.aborted;
    while (!isEnding()) {
      this.isNudged = false;
      try {
        if (await this.catchUp()) await this.untilNudged();
        else await rest(FOLLOWER_MS, this.signal);
      } catch (error) {
        if (isEnding()) return;
        this.options.failed(this.consumer.name, error);
        await rest(POLL_MS, this.signal);
      }
    }
  }

  /** Handles all pending events; `false` if this node does not lead. */
  private async catchUp(): Promise<boolean> {
    const { outbox, leads } = this.options;
    let count = BATCH;
    while (count === BATCH && !this.signal.aborted) {
      if (!(await leads())) return false;
      // Read each time: another node may have led in between.
      const entries = await outbox.list(await outbox.position(this.consumer.name), BATCH);
      count = entries.length;
      await this.handle(entries);
    }
    return true;
  }

  /** Stores the position even when an event fails. */
  private async handle(entries: Awaited<ReturnType<Outbox['list']>>): Promise<void> {
    const { consumer } = this;
    let passed: number | undefined;
    try {
      if ('handleAll' in consumer) {
        if (entries.length > 0) await consumer.handleAll(entries.map(({ event }) => event));
        passed = entries.at(-1)?.position;
        return;
      }
      for (const { position, event } of entries) {
        if (this.signal.aborted) break;
        await consumer.handle(event);
        passed = position;
      }
    } finally {
      if (passed !== undefined) await this.options.outbox.advance(consumer.name, passed);
    }
  }

  private async untilNudged(): Promise<void> {
    const waiting = new AbortController();
    this.wake = () => waiting.abort();
    if (!this.isNudged) await rest(POLL_MS, waiting.signal);
    if (this.isNudged) await rest(GATHER_MS, this.signal);
  }
}
