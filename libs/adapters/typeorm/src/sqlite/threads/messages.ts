import type { ErrorFacts } from './error-facts.js';

/** A call of a repository's method. Arguments are plain data, or functions, which stay in the thread that calls. */
export interface Call {
  readonly kind: 'call';
  readonly id: number;
  readonly repository: string;
  readonly method: string;
  readonly args: readonly unknown[];
  /** Which of the arguments are functions; `undefined` stands in their place. */
  readonly functions: readonly number[];
}

/** What a function gave that was passed as an argument; `undefined` as `facts` where it gave a value. */
export interface FunctionResult {
  readonly kind: 'result';
  readonly id: number;
  readonly value?: unknown;
  readonly isThrown: boolean;
}

/** What the calling thread sends: everything of one turn of its event loop at once. */
export type Request = Call | FunctionResult;

/** That a call ended, with a value or an error. */
export interface Reply {
  readonly kind: 'reply';
  readonly id: number;
  readonly value?: unknown;
  readonly error?: ErrorFacts;
}

/** That a function passed as the argument at `index` of the call is to be called. */
export interface FunctionCall {
  readonly kind: 'function';
  readonly id: number;
  readonly index: number;
  readonly args: readonly unknown[];
}

export type Answer = Reply | FunctionCall;
