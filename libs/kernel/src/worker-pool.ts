import { allEnded } from './in-turn.js';

/**
 * Workers, such as threads and processes, which are started on demand and do one work at a time. One that has ended,
 * for whatever reason, is replaced by the next work, without a pause: it may have ended because of its last work alone.
 */
export class WorkerPool<Worker extends { readonly hasEnded: boolean }> {
  private readonly idle: Worker[] = [];
  private readonly busy = new Set<Worker>();

  constructor(private readonly start: () => Worker) {}

  /** The workers that have not ended. */
  get workers(): readonly Worker[] {
    return [...this.idle, ...this.busy].filter(({ hasEnded }) => !hasEnded);
  }

  /** Does work with an idle worker, or else a new one. */
  async run<T>(work: (worker: Worker) => Promise<T>): Promise<T> {
    const worker = this.take();
    try {
      return await work(worker);
    } finally {
      this.busy.delete(worker);
      if (!worker.hasEnded) this.idle.push(worker);
    }
  }

  /** Ends all workers. Works in progress fail. */
  async close(end: (worker: Worker) => Promise<void> | void): Promise<void> {
    const workers = [...this.idle.splice(0), ...this.busy];
    await allEnded(workers.map(async (worker) => await end(worker)));
  }

  private take(): Worker {
    let worker = this.idle.pop();
    while (worker?.hasEnded === true) worker = this.idle.pop();
    worker ??= this.start();
    this.busy.add(worker);
    return worker;
  }
}
