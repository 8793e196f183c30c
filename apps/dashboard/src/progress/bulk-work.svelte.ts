import { isCairnError } from '@cairn/client';
import { sentenceOf } from '../api/faults.ts';
import { toasts } from '../api/toasts.svelte.ts';
import { i18n } from '../i18n/i18n.svelte.ts';
import { Pace } from './pace.ts';
import { works, type Work, type WorkItem } from './work.svelte.ts';

/** An operation on many things. */
export interface BulkTask<T> {
  readonly all: readonly T[];
  /** The number of things per step: few enough for visible progress. */
  readonly atOnce: number;
  readonly nameOf: (thing: T) => string;
  readonly title: (count: { readonly done: number; readonly all: number; readonly failed: number }) => string;
  /** A further note for people. */
  readonly note?: () => string | undefined;
  /** Runs the operation on some things. If it fails, none of them counts as done. */
  readonly act: (some: readonly T[], signal: AbortSignal) => Promise<void>;
  /** Set if all things together produce one result, such as a file. If the work is stopped, the result is discarded. */
  readonly whole?: {
    /** Begins the result, also before a retry of failed things. An `AbortError` means that the person has cancelled. */
    readonly begin: () => Promise<void>;
    readonly end: (how: 'whole' | 'stopped') => Promise<void>;
    /** The message if the result could not be completed. */
    readonly broken: () => string;
  };
}

/** Errors after which the rest would fail too: no server, a user who is signed out, or a bug of the page. */
const endsAll = (error: unknown): boolean =>
  !isCairnError(error) || isCairnError(error, 'network', 'timeout', 'unauthorized');

/** Runs an operation on many things, some at a time. */
export class BulkWork<T> implements Work {
  isRunning = $state(false);
  private done = $state(0);
  private left = $state.raw<readonly T[]>([]);
  /** The error of each failed thing. */
  private faults = $state.raw<ReadonlyMap<T, unknown>>(new Map());
  private secondsLeft = $state<number>();
  private abort = new AbortController();

  constructor(private readonly task: BulkTask<T>) {
    this.left = task.all;
  }

  get title(): string {
    const { all } = this.task;
    return this.task.title({ done: this.done, all: all.length, failed: this.failed });
  }

  get part(): number | undefined {
    const ended = this.done + this.failed;
    return ended === 0 && this.isRunning ? undefined : ended / Math.max(1, this.task.all.length);
  }

  get detail(): string | undefined {
    if (!this.isRunning) return this.left.length > 0 ? i18n.t.work.stopped : undefined;
    const time =
      this.secondsLeft === undefined ? undefined : i18n.t.work.left(i18n.duration(this.secondsLeft));
    return [time, this.task.note?.()].filter((text) => text !== undefined).join('. ') || undefined;
  }

  get failed(): number {
    return this.faults.size;
  }

  get items(): readonly WorkItem[] {
    const items = this.failedItems;
    return this.isRunning ? items.map(({ retry: _, ...item }) => item) : items;
  }

  get retry(): (() => void) | undefined {
    if (this.isRunning || this.failed + this.left.length === 0) return undefined;
    return () => void this.attempt([...this.faults.keys(), ...this.left]);
  }

  /** Shows the work and runs it. Resolves when the work has ended in any way. */
  async start(): Promise<void> {
    await this.attempt(this.left);
  }

  readonly stop = (): void => this.abort.abort();

  private readonly failedItems = $derived(
    [...this.faults].map(([thing, fault]): WorkItem & { readonly retry: () => void } => ({
      name: this.task.nameOf(thing),
      state: 'failed',
      reason: sentenceOf(fault, i18n.t),
      retry: () => void this.attempt([thing]),
    })),
  );

  private isStopped(): boolean {
    return this.abort.signal.aborted;
  }

  private async attempt(things: readonly T[]): Promise<void> {
    if (this.isRunning) return;
    try {
      await this.run(things);
    } catch (error) {
      const isUnwanted = error instanceof DOMException && error.name === 'AbortError';
      const text = this.task.whole?.broken() ?? sentenceOf(error, i18n.t);
      if (!isUnwanted) toasts.show(text, { kind: 'error' });
    } finally {
      this.isRunning = false;
    }
  }

  private async run(things: readonly T[]): Promise<void> {
    const { whole } = this.task;
    await whole?.begin();
    const again = new Set(things);
    const before = { done: this.done, others: this.left.filter((thing) => !again.has(thing)) };
    [this.isRunning, this.abort] = [true, new AbortController()];
    this.faults = new Map([...this.faults].filter(([thing]) => !again.has(thing)));
    works.add(this);
    const waiting = await this.doAll([...things]);
    if (this.isStopped() && whole !== undefined) {
      this.done = before.done;
      this.faults = new Map();
      this.left = [...things, ...before.others];
    } else this.left = [...waiting, ...before.others];
    await whole?.end(this.isStopped() ? 'stopped' : 'whole');
  }

  /** Returns the things that are left when the work was stopped. */
  private async doAll(waiting: T[]): Promise<readonly T[]> {
    const { signal } = this.abort;
    const pace = new Pace();
    while (waiting.length > 0 && !this.isStopped()) {
      pace.note(performance.now(), { bytes: this.done, items: this.done });
      this.secondsLeft = pace.of({ bytes: waiting.length, items: waiting.length })?.secondsLeft;
      const some = waiting.splice(0, this.task.atOnce);
      try {
        await this.task.act(some, signal);
        this.done += some.length;
      } catch (error) {
        if (this.isStopped()) waiting.unshift(...some);
        else {
          const failed = endsAll(error) ? [...some, ...waiting.splice(0)] : some;
          this.faults = new Map([...this.faults, ...failed.map((thing) => [thing, error] as const)]);
        }
      }
    }
    return waiting;
  }
}
