import { Clock, type PortsOf } from '@cairn/kernel';
import { InvalidChallenge } from '../errors.js';
import { SecretDigest } from '../keys/secret-digest.js';
import { ChallengeRepository } from './challenge-repository.js';
import type { Challenge } from './challenge.js';

/** Finds the challenge of an answer and removes it: there is only one attempt. */
export class RedeemChallenge {
  static readonly ports = { challenges: ChallengeRepository, digest: SecretDigest, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof RedeemChallenge.ports>) {}

  /** @throws {InvalidChallenge} if there is none, it has expired, or its purpose is not among `purposes`. */
  async execute(secret: string, purposes: readonly Challenge['purpose'][]): Promise<Challenge> {
    const { challenges, digest, clock } = this.ports;
    const challenge = await challenges.take(digest.digest(secret));
    if (challenge === undefined || challenge.expiresAt <= clock.now()) throw new InvalidChallenge();
    if (!purposes.includes(challenge.purpose)) throw new InvalidChallenge();
    return challenge;
  }
}
