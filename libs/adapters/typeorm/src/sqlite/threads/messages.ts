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
}

/** The result of a function argument. `facts` is `undefined` if it returned a value. */
export interface FunctionResult {
  readonly kind: 'result';
  readonly id: number;
  readonly value?: unknown;
  readonly isThrown: boolean;
}

/** A message from the calling thread: everything of one turn of its event loop. */
export type Request = Call | FunctionResult;

/** The result of a call, a value or an error. */
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

export type Answer = Reply | FunctionCall;
