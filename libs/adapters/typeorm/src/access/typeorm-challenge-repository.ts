import { UserNotFound, type Challenge, type ChallengeRepository } from '@cairn/access';
import type { Database } from '../database.js';
import type { Returned } from '../sql/dialect.js';
import { insert } from '../sql/insert.js';
import { selection } from '../sql/selection.js';
import { ChallengeSchema, type ChallengeRow } from './identity-schema.js';
import { holdUser } from './typeorm-user-repository.js';

const columns = selection(ChallengeSchema);

/** Challenges as rows of a relational database. */
export class TypeOrmChallengeRepository implements ChallengeRepository {
  constructor(private readonly database: Database) {}

  async add(challenge: Challenge): Promise<void> {
    const { userId = null, createdAt } = challenge;
    await this.database.write(async (manager) => {
      if (userId !== null && !(await holdUser(this.database, manager, userId))) throw new UserNotFound();
      await manager.sql`DELETE FROM sign_in_challenge WHERE expires_at <= ${createdAt}`;
      await insert(manager, ChallengeSchema, [{ ...challenge, userId }]);
    });
  }

  async take(digest: string): Promise<Challenge | undefined> {
    return await this.database.writeEvenIfFull(async (manager) => {
      const taken = await manager.sql<Returned<ChallengeRow>>`
        DELETE FROM sign_in_challenge WHERE digest = ${digest} RETURNING ${columns}`;
      const [row] = this.database.dialect.rowsOf(taken);
      return row && { ...row, userId: row.userId ?? undefined };
    });
  }
}
