import { Clock, IdGenerator, type PortsOf } from '@cairn/kernel';
import { SecretDigest } from '../keys/secret-digest.js';
import { TOKEN_LENGTH } from '../sessions/session.js';
import { ChallengeRepository } from './challenge-repository.js';
import { CHALLENGE_LIFETIME_MS, type Challenge } from './challenge.js';

/** Begins a sign-in that an answer completes within ten minutes. */
export class IssueChallenge {
  static readonly ports = {
    challenges: ChallengeRepository,
    digest: SecretDigest,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof IssueChallenge.ports>) {}

  /** Returns what the answer must repeat: 43 letters and digits. @throws {UserNotFound} */
  async execute(given: Pick<Challenge, 'purpose' | 'userId' | 'state'>): Promise<string> {
    const { challenges, digest, clock, ids } = this.ports;
    const secret = ids.next(TOKEN_LENGTH);
    const createdAt = clock.now();
    const expiresAt = createdAt + CHALLENGE_LIFETIME_MS;
    await challenges.add({ ...given, digest: digest.digest(secret), createdAt, expiresAt });
    return secret;
  }
}
