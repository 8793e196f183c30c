import type { Challenge } from './challenge.js';

/** Stores pending sign-ins, shared by all nodes. */
export abstract class ChallengeRepository {
  /**
   * Also removes challenges, of anyone, that have expired at its `createdAt`. A `password-reset` takes the place of an earlier one
   * of its user. @throws {UserNotFound}
   */
  abstract add(challenge: Challenge): Promise<void>;

  /** Returns the challenge, expired or not, without removing it. */
  abstract find(digest: string): Promise<Challenge | undefined>;

  /** Removes the challenge and returns it, expired or not. Of concurrent calls, only one gets it. */
  abstract take(digest: string): Promise<Challenge | undefined>;
}
