import { type ResourceLimits, Worker } from 'node:worker_threads';
import { StorageUnavailable } from '@cairn/kernel';

/** A message to or from a thread; streams are told apart by their numbers. */
interface Streamed {
  readonly stream: number;
}

interface Asked<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A worker thread that answers the requests of any number of streams, those of one stream in their order. It keeps no
 * process alive while nothing is asked for.
 */
export class RequestWorker<Request extends Streamed, Answer extends Streamed> {
  private readonly worker: Worker;
  private readonly asked = new Map<number, Asked<Answer>[]>();
  private streams = 0;
  private waiting = 0;
  private failure: StorageUnavailable | undefined;

  /**
   * @param program The path of its bundled program.
   * @param what What it does, for errors: `reads features`.
   * @param limits It ends when it needs more memory.
   */
  constructor(
    program: string,
    private readonly what: string,
    limits: ResourceLimits = {},
  ) {
    this.worker = new Worker(program, { resourceLimits: limits });
    this.worker.unref();
    this.worker.on('message', (answer: Answer) => {
      this.waiting -= 1;
      if (this.waiting === 0) this.worker.unref();
      this.asked.get(answer.stream)?.shift()?.resolve(answer);
    });
    this.worker.on('error', (cause) => this.fail(cause));
    this.worker.on('exit', () => this.fail(undefined));
  }

  get hasEnded(): boolean {
    return this.failure !== undefined;
  }

  /** The number of a new stream. */
  begin(): number {
    this.streams += 1;
    this.asked.set(this.streams, []);
    return this.streams;
  }

  /** What is moved is gone here. Never answers once the stream has ended. */
  async ask(request: Request, moved: readonly ArrayBuffer[] = []): Promise<Answer> {
    if (this.failure !== undefined) throw this.failure;
    return await new Promise((resolve, reject) => {
      this.asked.get(request.stream)?.push({ resolve, reject });
      if (this.waiting === 0) this.worker.ref();
      this.waiting += 1;
      this.worker.postMessage(request, moved);
    });
  }

  /** Sends what has no answer. */
  tell(request: Request): void {
    this.worker.postMessage(request);
  }

  /** Answers that are under way are dropped. */
  end(stream: number): void {
    this.asked.delete(stream);
  }

  async terminate(): Promise<void> {
    await this.worker.terminate();
  }

  private fail(cause: Error | undefined): void {
    this.failure ??= new StorageUnavailable(`The thread that ${this.what} ended.`, { cause });
    for (const asked of this.asked.values()) for (const { reject } of asked) reject(this.failure);
    this.asked.clear();
  }
}
