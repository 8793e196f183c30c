import { type ResourceLimits, Worker } from 'node:worker_threads';
import { StorageUnavailable } from '@cairn/kernel';

/** A message to or from a thread. Streams have numbers. */
interface Streamed {
  readonly stream: number;
}

/** The answer to a request, or the error that the request caused. The thread continues with other requests. */
interface Answered extends Streamed {
  readonly failure?: Error | undefined;
}

interface Asked<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A worker thread that answers the requests of any number of streams; those of one stream in order. It does not keep
 * the process alive while idle.
 */
export class RequestWorker<Request extends Streamed, Answer extends Answered> {
  private readonly worker: Worker;
  private readonly asked = new Map<number, Asked<Answer>[]>();
  private streams = 0;
  private waiting = 0;
  private failure: StorageUnavailable | undefined;

  /**
   * @param program The path of its bundled program.
   * @param what Its task, for errors: `reads features`.
   * @param limits The thread ends if it exceeds these.
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
      const asked = this.asked.get(answer.stream)?.shift();
      if (answer.failure === undefined) asked?.resolve(answer);
      else asked?.reject(answer.failure);
    });
    this.worker.on('error', (cause) => this.fail(cause));
    this.worker.on('exit', () => this.fail(undefined));
  }

  get hasEnded(): boolean {
    return this.failure !== undefined;
  }

  /** Opens a stream and returns its number. */
  begin(): number {
    this.streams += 1;
    this.asked.set(this.streams, []);
    return this.streams;
  }

  /**
   * Transfers `moved` to the thread. Never settles if the stream ends first.
   * @throws the error that the request caused in the thread.
   */
  async ask(request: Request, moved: readonly ArrayBuffer[] = []): Promise<Answer> {
    if (this.failure !== undefined) throw this.failure;
    return await new Promise((resolve, reject) => {
      this.asked.get(request.stream)?.push({ resolve, reject });
      if (this.waiting === 0) this.worker.ref();
      this.waiting += 1;
      this.worker.postMessage(request, moved);
    });
  }

  /** Sends a message without an answer. */
  tell(request: Request): void {
    this.worker.postMessage(request);
  }

  /** Ends a stream. Pending answers are dropped. */
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
