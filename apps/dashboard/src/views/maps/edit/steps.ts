/** States one after another, between which one goes back and forth. */
export interface Steps<T> {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
  /** What the last step changed. */
  readonly subject?: string | undefined;
}

/** More steps than anybody takes back. */
const MAX_STEPS = 200;

export const firstStep = <T>(now: T): Steps<T> => ({ past: [], now, future: [] });

/** With another state. Steps of one subject in a row, such as letters of a text, are one step. */
export function stepped<T>({ past, now, subject: before }: Steps<T>, next: T, subject?: string): Steps<T> {
  const isOneStep = subject !== undefined && subject === before;
  return { past: isOneStep ? past : [...past, now].slice(-MAX_STEPS), now: next, future: [], subject };
}

export function undone<T>(steps: Steps<T>): Steps<T> {
  const before = steps.past.at(-1);
  if (before === undefined) return steps;
  return { past: steps.past.slice(0, -1), now: before, future: [steps.now, ...steps.future] };
}

export function redone<T>(steps: Steps<T>): Steps<T> {
  const [after, ...future] = steps.future;
  if (after === undefined) return steps;
  return { past: [...steps.past, steps.now], now: after, future };
}
