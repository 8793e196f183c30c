import type { CurrentWork, SlowStatement } from '@cairn/kernel';
import { MAX_CHUNK_LENGTH } from '@cairn/spaces/spi';
import type { ErrorFacts } from './error-facts.js';

/** A call of a repository's method. Arguments are plain data, or functions, which stay in the calling thread. */
export interface Call {
  readonly kind: 'call';
  readonly id: number;
  readonly repository: string;
  readonly method: string;
  readonly args: readonly unknown[];
  /** Indexes of arguments that are functions. They are sent as `undefined`. */
  readonly functions: readonly number[];
  /** How the value comes back: as JSON, or as a structured clone, which is faster for long texts. */
  readonly answer: 'json' | 'clone';
  /** Whether the method has an `AbortSignal` after its other arguments, which a `Cancel` aborts. */
  readonly isCancellable: boolean;
  readonly work?: CurrentWork | undefined;
}

/** A call of a method that returns an `AsyncIterable` and has an `AbortSignal` after its other arguments. */
export interface OpenStream {
  readonly kind: 'open';
  readonly id: number;
  readonly repository: string;
  readonly method: string;
  readonly args: readonly unknown[];
  readonly work?: CurrentWork | undefined;
}

/** Items that a stream sends before its reader has asked for more. */
export const STREAM_AHEAD = 2;

/** Whether a reader must finish an item before it gets another one: the text of a long feature. */
export const isLongItem = (item: unknown): boolean =>
  typeof item === 'object' &&
  item !== null &&
  'text' in item &&
  typeof item.text === 'string' &&
  item.text.length > MAX_CHUNK_LENGTH;

/** Lets a stream send one more item than before. */
export interface Pull {
  readonly kind: 'pull';
  readonly id: number;
}

/** The answer to a call, or the rest of a stream, is no longer wanted. */
export interface Cancel {
  readonly kind: 'cancel';
  readonly id: number;
}

/** The result of a function argument. `facts` is `undefined` if it returned a value. */
export interface FunctionResult {
  readonly kind: 'result';
  readonly id: number;
  readonly value?: unknown;
  readonly isThrown: boolean;
}

/** A message from the calling thread: everything of one turn of its event loop. */
export type Request = Call | FunctionResult | OpenStream | Pull | Cancel;

/** The result of a call, a value or an error. It ends a stream. */
export interface Reply {
  readonly kind: 'reply';
  readonly id: number;
  readonly value?: unknown;
  readonly error?: ErrorFacts;
}

/** Requests a call of the function argument at `index`. */
export interface FunctionCall {
  readonly kind: 'function';
  readonly id: number;
  readonly index: number;
  readonly args: readonly unknown[];
}

/** An item of a stream. */
export interface Item {
  readonly kind: 'item';
  readonly id: number;
  readonly value: unknown;
}

export type Answer = Reply | FunctionCall | Item;

/** The answers of one turn of the event loop: most as JSON, those with long texts as structured clones. */
export type Answers = string | { readonly json: string; readonly clones: readonly (Reply | Item)[] };

/** A statement of the thread took long. */
export interface SlowStatementNote {
  readonly slow: SlowStatement;
}

/** The `workerData` of a database thread. */
export interface ThreadData {
  readonly file: string;
  readonly role: 'writer' | 'reader' | 'long reader';
  readonly reserveInBytes: number | undefined;
  /** Memory of the `SharedCounters`. */
  readonly counters: SharedArrayBuffer;
  /** Memory of the `SharedClock`. */
  readonly time: SharedArrayBuffer;
  /** Memory of the `FileStage`. */
  readonly stage: SharedArrayBuffer;
  /** Statements that take so long are told of. */
  readonly slowFromMs: number | undefined;
}

/** The name under which a thread tells how its repositories are called. */
export const CALLS = 'calls';

/** The repositories of a thread, by their names in calls. */
export type Repositories = Readonly<Record<string, object>>;

type Method = (...args: readonly unknown[]) => unknown;

/** @throws {Error} if there is no such method. */
export function methodOf(repositories: Repositories, name: string, method: string): Method {
  const repository = repositories[name];
  const found: unknown = repository && Reflect.get(repository, method);
  if (typeof found !== 'function') throw new Error(`There is no method ${name}.${method}.`);
  return (...args) => Reflect.apply(found, repository, args) as unknown;
}
