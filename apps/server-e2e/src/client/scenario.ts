import type { CairnClient, ErrorKind } from '@cairn/client';

/** What a scenario has. It runs on Node and in a page, and so uses nothing that only one of them has. */
export interface Stage {
  readonly client: CairnClient;
  /** Without a key; it keeps the cookie of a session. */
  readonly visitor: CairnClient;
  readonly address: string;
  /** Of the same server, but two of three connections that send much are broken on the way. */
  readonly cutAddress: string;
  readonly key: string;
  /** The bytes of a JPEG. */
  readonly photo: Uint8Array;
}

/** Resolves when the client did what it should. */
export type Scenario = (stage: Stage) => Promise<void>;

/** @throws when they are not the same as JSON. */
export function same(actual: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) throw new Error(`Expected ${other}, got ${one}`);
}

/** @throws with these words when it does not hold. */
export function holds(condition: unknown, words: string): asserts condition {
  if (condition !== true) throw new Error(`It does not hold that ${words}.`);
}

/** The error that the promise rejects with. @throws when it does not. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  try {
    await promise;
  } catch (error) {
    return error as Failure;
  }
  throw new Error('It should have failed.');
}

interface Failure {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly detail: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly errors: readonly { readonly pointer: string }[];
}
