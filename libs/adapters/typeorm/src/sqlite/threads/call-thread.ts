import type { Worker } from 'node:worker_threads';
import { StorageUnavailable, DomainError, type CurrentWork, type SlowStatement } from '@cairn/kernel';
import type { Cancellation } from '@cairn/spaces/spi';
import * as accounts from '@cairn/access';
import * as images from '@cairn/images';
import * as kernel from '@cairn/kernel';
import * as maps from '@cairn/maps';
import * as photoPlaces from '@cairn/photo-places';
import * as spaces from '@cairn/spaces';
import * as webhooks from '@cairn/webhooks';
import { ItemQueue } from './item-queue.js';
import {
  isLongItem,
  type Answer,
  type Answers,
  type FunctionCall,
  type Reply,
  type Request,
  type SlowStatementNote,
} from './messages.js';
import type { ErrorFacts } from './error-facts.js';

const prototypes = new Map<string, object>(
  [kernel, images, spaces, photoPlaces, maps, accounts, webhooks]
    .flatMap((domain) => Object.entries(domain))
    .flatMap(domainError),
);

type Func = (...args: readonly unknown[]) => unknown;

interface Pending {
  readonly args: readonly unknown[];
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** The error that a function argument threw: the caller receives this very error. */
  thrown?: unknown;
}

/** A call, and how its value is returned. */
export interface Operation {
  readonly repository: string;
  readonly method: string;
  readonly args: readonly unknown[];
  /** `clone` for long texts; `json` by default. */
  readonly answer?: 'json' | 'clone' | undefined;
  readonly cancellation?: Cancellation | undefined;
  /** Whether the call reads a space with long features, so that others should not wait for one of its steps. */
  readonly hasLongSteps?: boolean;
  /** What the call is a part of. */
  readonly work?: CurrentWork | undefined;
}

/** A worker thread that executes calls. Calls of one turn of the event loop are sent together. */
export class CallThread {
  private readonly pending = new Map<number, Pending>();
  private readonly streams = new Map<number, ItemQueue>();
  private requests: Request[] = [];
  private lastId = 0;
  /** The number of waiting calls and readers of streams. They keep the process alive. */
  private waiting = 0;
  private ended: StorageUnavailable | undefined;

  constructor(
    private readonly worker: Worker,
    reportSlow: (statement: SlowStatement) => void = () => undefined,
  ) {
    worker.on('message', (answers: Answers | SlowStatementNote) => {
      if (typeof answers === 'object' && 'slow' in answers) {
        reportSlow(answers.slow);
        return;
      }
      const { json, clones } = typeof answers === 'string' ? { json: answers, clones: [] } : answers;
      for (const answer of clones) this.receive({ ...answer, value: ofOwnRealm(answer.value) });
      for (const answer of JSON.parse(json) as readonly Answer[]) this.receive(answer);
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

  /** Number of pending calls and open streams. */
  get load(): number {
    return this.pending.size + this.streams.size;
  }

  /** How many calls and streams have ended. */
  get done(): number {
    return this.lastId - this.load;
  }

  /** Calls the method in the thread. @throws its error. {StorageUnavailable} when the thread has ended. */
  async call(operation: Operation): Promise<unknown> {
    const { repository, method, args, answer = 'json', cancellation, work } = operation;
    if (this.ended !== undefined) throw this.ended;
    const id = (this.lastId += 1);
    const cancel = (): void => this.send({ kind: 'cancel', id });
    const answered = new Promise((resolve, reject) => {
      const functions = args.flatMap((arg, index) => (typeof arg === 'function' ? [index] : []));
      const data =
        functions.length === 0 ? args : args.map((arg) => (typeof arg === 'function' ? undefined : arg));
      this.pending.set(id, { args, resolve, reject });
      const isCancellable = cancellation !== undefined;
      this.send({ kind: 'call', id, repository, method, args: data, functions, answer, isCancellable, work });
    });
    if (cancellation === undefined) return await this.awake(answered);
    cancellation.addEventListener('abort', cancel);
    if (cancellation.aborted) cancel();
    return await this.awake(answered).finally(() => cancellation.removeEventListener('abort', cancel));
  }

  /**
   * The items of a method that returns an `AsyncIterable`. A few are fetched in advance. Ends once it is cancelled.
   * @throws as `call`.
   */
  async *stream({
    repository,
    method,
    args,
    cancellation,
    work,
  }: Operation): AsyncGenerator<unknown, void, undefined> {
    if (this.ended !== undefined) throw this.ended;
    const id = (this.lastId += 1);
    const queue = new ItemQueue();
    const leave = (): void => {
      if (!queue.hasEnded) this.send({ kind: 'cancel', id });
      queue.leave();
      this.streams.delete(id);
    };
    this.streams.set(id, queue);
    this.send({ kind: 'open', id, repository, method, args, work });
    cancellation?.addEventListener('abort', leave);
    if (cancellation?.aborted === true) leave();
    try {
      for (;;) {
        const { done, value } = await this.awake(queue.next());
        if (done === true) return;
        const ask = (): void => {
          if (!queue.hasEnded) this.send({ kind: 'pull', id });
        };
        // At most one long text is held for a reader, which may be slow.
        const isLong = isLongItem(value);
        if (!isLong) ask();
        yield value;
        if (isLong) ask();
      }
    } finally {
      leave();
      cancellation?.removeEventListener('abort', leave);
    }
  }

  /** Ends the thread and rejects pending calls. */
  async terminate(): Promise<void> {
    await this.worker.terminate();
  }

  /** Keeps the process alive until the promise settles. */
  private async awake<T>(promise: Promise<T>): Promise<T> {
    if (this.waiting === 0) this.worker.ref();
    this.waiting += 1;
    try {
      return await promise;
    } finally {
      this.waiting -= 1;
      if (this.waiting === 0) this.worker.unref();
    }
  }

  private receive(answer: Answer): void {
    if (answer.kind === 'reply') this.settle(answer);
    else if (answer.kind === 'item') this.streams.get(answer.id)?.add(answer.value);
    else this.callBack(answer);
  }

  private settle({ id, value, error }: Reply): void {
    this.streams.get(id)?.finish(error === undefined ? {} : { error: errorOf(error) });
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
    for (const queue of this.streams.values()) queue.finish({ error: this.ended });
    this.pending.clear();
  }
}

/**
 * Converts plain data to arrays and objects of this realm. Node creates those of a message in its main realm, so in a
 * VM context, such as Jest's, they are not instances of `Array` and `Object`.
 */
function ofOwnRealm(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Object) return value; // already of this realm, with everything in it
  if (Array.isArray(value)) return Array.from(value, ofOwnRealm);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, ofOwnRealm(part)]));
}

/** Restores an error. A domain error gets its own class. */
function errorOf({ type, message, stack, fields, cause }: ErrorFacts): Error {
  const error = new Error(message, cause === undefined ? {} : { cause: errorOf(cause) });
  const prototype = prototypes.get(type);
  if (prototype !== undefined) Object.setPrototypeOf(error, prototype);
  Object.assign(error, fields);
  if (stack !== undefined) error.stack = stack;
  return error;
}

function domainError([name, exported]: [string, unknown]): [string, object][] {
  const prototype: unknown = typeof exported === 'function' ? exported.prototype : undefined;
  return prototype instanceof DomainError ? [[name, prototype]] : [];
}
