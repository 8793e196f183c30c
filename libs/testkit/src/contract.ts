import { assert } from './assert.js';

/** Opens the adapter under test. */
export interface Subject<T> {
  /** A new, empty adapter. */
  open(this: void): Promise<T>;
  /** Another adapter over the data of `adapter`, as after a restart. */
  reopen(this: void, adapter: T): Promise<T>;
  /** How long a rule waits for what a broken adapter keeps back. Without it longer than a busy machine takes. */
  readonly patienceMs?: number;
}

/** Checks one promise of a port. Rejects when the adapter breaks it. */
export type Rule<T> = (subject: Subject<T>) => Promise<void>;

/** The rules of a port. Each is named by a sentence. */
export type Contract<T> = Readonly<Record<string, Rule<T>>>;

/** Rules that an adapter cannot keep, with the reason. */
export type Waivers<C> = { readonly [Name in keyof C]?: string };

/** Declares a test: `it` or `test` of any test runner. */
export type Declare = (name: string, run: () => Promise<void>) => void;

export interface Verification<T, C extends Contract<T>> {
  readonly contract: C;
  readonly subject: Subject<T>;
  readonly it: Declare;
  readonly waivers?: Waivers<C>;
}

/** Declares a test for each rule. A waived rule must fail, so that a waiver is removed when its reason is gone. */
export function verify<T, C extends Contract<T>>({
  contract,
  subject,
  it,
  waivers = {},
}: Verification<T, C>): void {
  for (const [name, rule] of Object.entries(contract)) {
    const reason = waivers[name];
    if (reason === undefined) it(name, () => rule(subject));
    else
      it(`waived, as ${reason}: ${name}`, () =>
        assert.rejects(rule(subject), `nothing waives this rule: ${name}`));
  }
}
