import { UserNotFound, type Challenge } from '@cairn/access';
import type { ChallengeRepository } from '@cairn/access/spi';
import { LessThanOrEqual } from 'typeorm';
import type { Database } from '../sql/database.js';
import { lockRow } from '../sql/lock-row.js';
import { ChallengeSchema, toChallenge } from './identity-schema.js';
import { UserSchema } from './user-schema.js';

/** Challenges as rows of a relational database. */
export class TypeOrmChallengeRepository implements ChallengeRepository {
  constructor(private readonly database: Database) {}

  async add(challenge: Challenge): Promise<void> {
    const { userId = null, createdAt } = challenge;
    const { dialect } = this.database;
    await this.database.write(async (manager) => {
      if (userId !== null && !(await lockRow(manager, dialect, { table: UserSchema, id: userId })))
        throw new UserNotFound();
      const challenges = manager.repository(ChallengeSchema);
      await challenges.delete({ expiresAt: LessThanOrEqual(createdAt) });
      if (challenge.purpose === 'password-reset' && userId !== null)
        await challenges.delete({ userId, purpose: 'password-reset' });
      await challenges.insert({ ...challenge, userId });
    });
  }

  async find(digest: string): Promise<Challenge | undefined> {
    const row = await this.database.read((manager) =>
      manager.repository(ChallengeSchema).findOneBy({ digest }),
    );
    return row === null ? undefined : toChallenge(row);
  }

  async take(digest: string): Promise<Challenge | undefined> {
    return await this.database.writeEvenIfFull(async (manager) => {
      const challenges = manager.repository(ChallengeSchema);
      const row = await challenges.findOneBy({ digest });
      // Several calls may find it. Only the one that removes it gets it.
      const { affected } = await challenges.delete({ digest });
      return row === null || affected === 0 ? undefined : toChallenge(row);
    });
  }
}
