import { Clock, IdGenerator, type PortsOf } from '@cairn/kernel';
import { SecretDigest } from '../keys/secret-digest.js';
import { assertRecentSignIn } from '../sessions/recent-sign-in.js';
import { TOKEN_LENGTH, type Session } from '../users/session.js';
import { ChallengeRepository, CHALLENGE_LIFETIME_MS, type Challenge } from './challenge-repository.js';
import { InvalidChallenge } from '../errors.js';

interface Begun extends Pick<Challenge, 'purpose' | 'state'> {
  /** The session in which a user adds a way to sign in. Absent for a sign-in. */
  readonly session?: Pick<Session, 'userId' | 'createdAt'> | undefined;
}

/** Begins a sign-in or a registration that must be completed within ten minutes. */
export class IssueChallenge {
  static readonly ports = {
    challenges: ChallengeRepository,
    digest: SecretDigest,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof IssueChallenge.ports>) {}

  /** Returns the secret that the answer must repeat: 43 letters and digits. @throws {UserNotFound} {SignInNotRecent} */
  async execute({ purpose, state, session }: Begun): Promise<string> {
    const { challenges, digest, clock, ids } = this.ports;
    const secret = ids.next(TOKEN_LENGTH);
    const createdAt = clock.now();
    if (session !== undefined) assertRecentSignIn(session, createdAt);
    await challenges.add({
      purpose,
      state,
      userId: session?.userId,
      digest: digest.digest(secret),
      createdAt,
      expiresAt: createdAt + CHALLENGE_LIFETIME_MS,
    });
    return secret;
  }
}

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
