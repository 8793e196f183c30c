import { AsyncLocalStorage } from 'node:async_hooks';
import type { CurrentWork } from '@cairn/kernel';
import type { EventOrigin } from '../../sql/statements.js';

const works = new AsyncLocalStorage<CurrentWork | undefined>();

const NONE: CurrentWork = {};

/** In a thread of the database: the work that the call belongs to which is executed at the moment. */
export const workOfCall = (): CurrentWork => works.getStore() ?? NONE;

/** Executes a call as a part of the work, or of none. */
export function duringWork<T>(work: CurrentWork | undefined, execute: () => T): T {
  return works.getStore() === work ? execute() : works.run(work, execute);
}

/** Has a function that is called later, in the midst of other work, be a part of the work of this call. */
export function inWorkOfCall<Args extends readonly unknown[], T>(
  execute: (...args: Args) => T,
): (...args: Args) => T {
  const work = works.getStore();
  return (...args) => duringWork(work, () => execute(...args));
}

/** Events of the clock, in the traces of the calls that store them. */
export const originOfCalls = (clock: { now(): number }): EventOrigin => ({
  now: () => clock.now(),
  traceparent: () => workOfCall().traceparent,
});
