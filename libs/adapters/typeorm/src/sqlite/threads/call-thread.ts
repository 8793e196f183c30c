import type { Worker } from 'node:worker_threads';
import { StorageUnavailable } from '@cairn/kernel';
import { errorOf } from './error-facts.js';
import type { Answer, FunctionCall, Reply, Request } from './messages.js';

type Func = (...args: readonly unknown[]) => unknown;

interface Pending {
  readonly args: readonly unknown[];
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** The error that a function argument threw: the caller receives this very error. */
  thrown?: unknown;
}

/** A worker thread that executes calls. Calls of one turn of the event loop are sent together. */
export class CallThread {
  private readonly pending = new Map<number, Pending>();
  private requests: Request[] = [];
  private lastId = 0;
  private ended: StorageUnavailable | undefined;

  constructor(private readonly worker: Worker) {
    worker.on('message', (text: string) => {
      for (const answer of JSON.parse(text) as readonly Answer[]) {
        if (answer.kind === 'reply') this.settle(answer);
        else this.callBack(answer);
      }
      if (this.pending.size === 0) worker.unref();
    });
    worker.on('error', (cause) =>
      this.fail(new StorageUnavailable('The thread of the database failed.', { cause })),
    );
    worker.on('exit', () => this.fail(new StorageUnavailable('The database is closed.')));
    worker.unref();
  }

  get hasEnded(): boolean {
    return this.ended !== undefined;
  }

  /** Number of pending calls. */
  get load(): number {
    return this.pending.size;
  }

  /** Calls the method in the thread. @throws its error. {StorageUnavailable} when the thread has ended. */
  async call(repository: string, method: string, args: readonly unknown[]): Promise<unknown> {
    if (this.ended !== undefined) throw this.ended;
    return await new Promise((resolve, reject) => {
      const id = (this.lastId += 1);
      const functions = args.flatMap((arg, index) => (typeof arg === 'function' ? [index] : []));
      const data =
        functions.length === 0 ? args : args.map((arg) => (typeof arg === 'function' ? undefined : arg));
      if (this.pending.size === 0) this.worker.ref();
      this.pending.set(id, { args, resolve, reject });
      this.send({ kind: 'call', id, repository, method, args: data, functions });
    });
  }

  /** Ends the thread and rejects pending calls. */
  async terminate(): Promise<void> {
    await this.worker.terminate();
  }

  private settle({ id, value, error }: Reply): void {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    if (pending === undefined) return;
    if (pending.thrown !== undefined) pending.reject(pending.thrown);
    else if (error !== undefined) pending.reject(errorOf(error));
    else pending.resolve(value);
  }

  private callBack({ id, index, args }: FunctionCall): void {
    const pending = this.pending.get(id);
    if (pending === undefined) return;
    try {
      const value = (pending.args[index] as Func)(...args);
      this.send({ kind: 'result', id, value, isThrown: false });
    } catch (error) {
      pending.thrown = error;
      this.send({ kind: 'result', id, isThrown: true });
    }
  }

  private send(request: Request): void {
    this.requests.push(request);
    if (this.requests.length === 1) setImmediate(() => this.flush());
  }

  private flush(): void {
    const requests = this.requests;
    this.requests = [];
    if (this.ended === undefined) this.worker.postMessage(requests);
  }

  private fail(error: StorageUnavailable): void {
    this.ended ??= error;
    for (const { reject } of this.pending.values()) reject(this.ended);
    this.pending.clear();
  }
}
