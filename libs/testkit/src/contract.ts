import { strict as assert } from 'node:assert';

/** How a suite gets at the adapter under test. */
export interface Subject<T> {
  /** A fresh adapter with nothing in it. */
  open(this: void): Promise<T>;
  /** Another adapter over whatever `adapter` has stored, as after a restart. */
  reopen(this: void, adapter: T): Promise<T>;
}

/** One promise of a port, named by a sentence; rejects when an adapter breaks it. */
export type Rule<T> = (subject: Subject<T>) => Promise<void>;

/** All promises of a port. */
export type Contract<T> = Readonly<Record<string, Rule<T>>>;

/** Rules that an adapter cannot keep, each with the reason. */
export type Waivers<C> = { readonly [Name in keyof C]?: string };

/** Declares a test; the `it` or `test` of any runner. */
export type Declare = (name: string, run: () => Promise<void>) => void;

export interface Verification<T, C extends Contract<T>> {
  readonly contract: C;
  readonly subject: Subject<T>;
  readonly it: Declare;
  readonly waivers?: Waivers<C>;
}

/** Declares a test for each rule. A waived rule must be broken indeed, so that no waiver outlives its reason. */
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
