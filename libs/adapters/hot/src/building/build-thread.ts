import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { BuildStopped, type PackOrder } from './pack-builder.js';
import type { BuildAnswer, BuildRequest } from './build-messages.js';

// Resolved by package name: threads need the bundled program, even when this file runs from its source.
const program = createRequire(import.meta.url).resolve('@cairn/adapter-hot/build-worker');

/** Texts are in shared memory, outside of the heap, which holds one feature at a time. */
const LIMITS = { maxOldGenerationSizeMb: 512 };

/** A thread that builds one pack. It does not keep the process alive. */
export class BuildThread {
  private readonly worker = new Worker(program, { resourceLimits: LIMITS });
  private readonly answers: BuildAnswer[] = [];
  private failure: Error | undefined;
  private changed: () => void = () => undefined;

  /** @param stepMs How long a step may take. */
  constructor(
    private readonly order: PackOrder,
    private readonly stepMs: number,
  ) {
    this.worker.unref();
    this.worker.on('message', (answer: BuildAnswer) => {
      this.answers.push(answer);
      this.changed();
    });
    this.worker.on('error', (error) => this.fail(error));
    this.worker.on('exit', () => this.fail(new BuildStopped('The thread that builds it ended.')));
    order.cancellation.addEventListener('abort', this.cancel);
    if (order.cancellation.aborted) this.cancel();
  }

  send(request: BuildRequest, moved: readonly ArrayBuffer[] = []): void {
    this.worker.postMessage(request, moved);
  }

  /** The next answer. @throws {BuildStopped} */
  async answer(): Promise<BuildAnswer> {
    const arriving = async (): Promise<BuildAnswer> => {
      for (;;) {
        const next = this.answers.shift();
        if (next !== undefined) return next;
        await new Promise<void>((resolve) => (this.changed = resolve));
        if (this.failure !== undefined) throw this.failure;
      }
    };
    return await this.step(arriving());
  }

  /** Waits for a step of the build. @throws {BuildStopped} if it takes too long, or the build ends before. */
  async step<T>(work: Promise<T>): Promise<T> {
    work.catch(() => undefined);
    if (this.failure !== undefined) throw this.failure;
    let timeout: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const stop = (): void =>
        reject(new BuildStopped(`The build made no progress for ${this.stepMs / 1_000} s.`));
      timeout = setTimeout(stop, this.stepMs).unref();
      this.failed = reject;
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timeout);
    }
  }

  async end(): Promise<void> {
    this.order.cancellation.removeEventListener('abort', this.cancel);
    await this.worker.terminate();
  }

  private failed: (error: Error) => void = () => undefined;

  private readonly cancel = (): void => this.fail(new BuildStopped('The build was cancelled.'));

  private fail(error: Error): void {
    this.failure ??= error;
    this.failed(this.failure);
    this.changed();
  }
}
