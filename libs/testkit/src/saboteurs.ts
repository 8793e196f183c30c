import { AssertionError, strict as assert } from 'node:assert';
import { DomainError } from '@cairn/kernel';
import type { Contract, Declare, Subject } from './contract.js';

/** For each rule of a contract, a way to break a working adapter so that the rule fails. */
export type Saboteurs<T, C> = { readonly [Name in keyof C]: (adapter: T) => T };

export interface Sabotage<T, C extends Contract<T>> {
  readonly contract: C;
  readonly subject: Subject<T>;
  readonly saboteurs: Saboteurs<T, C>;
  readonly it: Declare;
}

/**
 * Declares a test for each rule: it must fail on the adapter that its saboteur broke, with an assertion and not a
 * crash.
 */
export function verifyFails<T, C extends Contract<T>>({
  contract,
  subject,
  saboteurs,
  it,
}: Sabotage<T, C>): void {
  for (const [name, rule] of Object.entries(contract)) {
    it(`can fail: ${name}`, async () => {
      const sabotage = saboteurs[name];
      assert.ok(sabotage, 'no saboteur');
      const [outcome] = await Promise.allSettled([
        rule({
          open: async () => sabotage(await subject.open()),
          reopen: async (adapter) => sabotage(await subject.reopen(adapter)),
          patienceMs: 500, // whatever did not come till then, the rule fails
        }),
      ]);
      assert.equal(outcome.status, 'rejected', 'nobody noticed the saboteur');
      if (!isVerdict(outcome.reason)) throw outcome.reason;
    });
  }
}

/** The adapter with some methods replaced. The original is unchanged, so that replacements can call it. */
export function sabotaged<T extends object>(adapter: T, replacements: Partial<T>): T {
  return new Proxy(adapter, {
    get: (target, name): unknown => Reflect.get(name in replacements ? replacements : target, name),
  });
}

/** Resolves after everything that is pending. */
export function later(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function isVerdict(reason: unknown): boolean {
  return reason instanceof AssertionError || reason instanceof DomainError;
}
