/** How long a request under an idempotency key is remembered. */
export const IDEMPOTENCY_MS = 24 * 60 * 60 * 1000;

/** What was answered to a request. */
export interface KeptAnswer {
  /** A digest of the body of the request. */
  readonly content: string;
  /** The answer, encrypted. Absent if it is too long to be kept. */
  readonly sealed?: string | undefined;
}

/**
 * A request under an idempotency key. `id` and `request` are digests, so that the store learns neither keys nor requests.
 * Times in epoch milliseconds.
 */
export interface IdempotencyClaim {
  /** Digest of the caller and the key. */
  readonly id: string;
  /** The account, link or network whose limit it counts against. */
  readonly owner: string;
  /** Digest of the method, the address and the account of the request. */
  readonly request: string;
  /** Random. Identifiers of what the request creates are derived from it, so that another attempt finds them. */
  readonly seed: string;
  /** The holder that carries out the request now. */
  readonly holder: string;
  /** Starts at 1. If it is higher, earlier attempts ended without an answer, and may have taken effect. */
  readonly attempt: number;
  readonly claimedAt: number;
  /** After this time, another holder may take over the claim. */
  readonly heldUntil: number;
  /** Digest of the body of the first attempt, once that body has arrived. */
  readonly body?: string | undefined;
  readonly answer?: KeptAnswer | undefined;
}

/** What is kept for one owner. */
export interface IdempotencyUsage {
  readonly claims: number;
  /** Total length of the answers in characters, which are one byte each. */
  readonly bytes: number;
}

/** A claim that a request wants, at `claimedAt`. */
export interface WantedClaim extends Omit<IdempotencyClaim, 'attempt' | 'body' | 'answer'> {
  /** Claims from before this time have expired. */
  readonly expiredBefore: number;
}

/** A claim and its holder. */
export type HeldClaim = Pick<IdempotencyClaim, 'id' | 'holder'>;

/** Stores which requests are carried out under idempotency keys, and what was answered to them. */
export abstract class IdempotencyRepository {
  /**
   * Stores the claim if there is none with its id, or only an expired one. Takes over a claim of the same request that
   * has no answer and no current holder, and keeps its seed and its time. Returns the claim as it is then. Of
   * concurrent calls, only one gets a claim with its own holder.
   */
  abstract claim(wanted: WantedClaim): Promise<IdempotencyClaim>;

  abstract find(id: string): Promise<IdempotencyClaim | undefined>;

  /** Sets until when the claim is held. Does nothing if the caller is not its holder, or if the claim has an answer. */
  abstract hold(claim: HeldClaim, until: number): Promise<void>;

  /**
   * Stores the digest of the body unless there is one. Returns the stored digest; `undefined` if the caller is not the
   * holder.
   */
  abstract noteBody(claim: HeldClaim, body: string): Promise<string | undefined>;

  /** What is kept of an owner's claims since this time. */
  abstract usage(owner: string, since: number): Promise<IdempotencyUsage>;

  /** Stores the answer. Does nothing if the caller is not the holder, or if the claim has an answer. */
  abstract keep(claim: HeldClaim, answer: KeptAnswer): Promise<void>;

  /** Removes the claim. Does nothing if the caller is not its holder, or if the claim has an answer. */
  abstract release(claim: HeldClaim): Promise<void>;

  /** Removes claims from before this time, at most `limit`. Returns how many. */
  abstract prune(before: number, limit: number): Promise<number>;
}
