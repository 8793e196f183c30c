import type {
  HeldClaim,
  IdempotencyClaim,
  IdempotencyRepository,
  IdempotencyUsage,
  KeptAnswer,
  WantedClaim,
} from '@cairn/kernel';
import { IsNull, LessThan, LessThanOrEqual } from 'typeorm';
import type { Database, Returned } from '../sql/database.js';
import type { Statements } from '../sql/statements.js';
import { IdempotencySchema, toClaim } from './idempotency-schema.js';

/** Claims as rows of a relational database. */
export class TypeOrmIdempotencyRepository implements IdempotencyRepository {
  constructor(private readonly database: Database) {}

  async claim(wanted: WantedClaim): Promise<IdempotencyClaim> {
    const { expiredBefore, ...claim } = wanted;
    return await this.database.write(async (manager) => {
      for (;;) {
        if (await inserted(manager, wanted)) return { ...claim, attempt: 1 };
        const claims = manager.repository(IdempotencySchema);
        const { affected } = await claims.delete({ id: claim.id, claimedAt: LessThan(expiredBefore) });
        if (affected === 1) continue;
        await takeOver(manager, wanted);
        const row = await claims.findOneBy({ id: claim.id });
        // The holder may have released it since the insert.
        if (row !== null) return toClaim(row);
      }
    });
  }

  async find(id: string): Promise<IdempotencyClaim | undefined> {
    const row = await this.database.read((manager) =>
      manager.repository(IdempotencySchema).findOneBy({ id }),
    );
    return row === null ? undefined : toClaim(row);
  }

  async hold(claim: HeldClaim, until: number): Promise<void> {
    await this.database.writeEvenIfFull((manager) =>
      manager.repository(IdempotencySchema).update(heldBy(claim), { heldUntil: until }),
    );
  }

  async keep(claim: HeldClaim, { content, sealed }: KeptAnswer): Promise<void> {
    await this.database.write((manager) =>
      manager
        .repository(IdempotencySchema)
        .update(heldBy(claim), { content, sealed: sealed ?? null, size: sealed?.length ?? 0 }),
    );
  }

  async noteBody(claim: HeldClaim, body: string): Promise<string | undefined> {
    return await this.database.write(async (manager) => {
      const claims = manager.repository(IdempotencySchema);
      await claims.update({ ...heldBy(claim), body: IsNull() }, { body });
      return (await claims.findOneBy(heldBy(claim)))?.body ?? undefined;
    });
  }

  async usage(owner: string, since: number): Promise<IdempotencyUsage> {
    const [usage = { claims: 0, bytes: 0 }] = await this.database.read(
      (manager) => manager.sql<readonly IdempotencyUsage[]>`
        SELECT count(*) AS claims, CAST(coalesce(sum(size), 0) AS bigint) AS bytes FROM idempotency_claim
        WHERE owner = ${owner} AND claimed_at >= ${since}`,
    );
    return usage;
  }

  async release(claim: HeldClaim): Promise<void> {
    await this.database.writeEvenIfFull((manager) =>
      manager.repository(IdempotencySchema).delete(heldBy(claim)),
    );
  }

  async prune(before: number, limit: number): Promise<number> {
    return await this.database.writeEvenIfFull(async (manager) => {
      const removed = await manager.sql<Returned<unknown>>`
        DELETE FROM idempotency_claim WHERE id IN
          (SELECT id FROM idempotency_claim WHERE claimed_at < ${before} LIMIT ${limit}) RETURNING id`;
      return this.database.dialect.rowsOf(removed).length;
    });
  }
}

const heldBy = ({ id, holder }: HeldClaim) => ({ id, holder, content: IsNull() });

/** In SQL, so that an existing claim is not an error, which would abort the transaction on PostgreSQL. */
async function inserted(manager: Statements, wanted: WantedClaim): Promise<boolean> {
  const { id, owner, request, seed, holder, claimedAt, heldUntil } = wanted;
  const rows = await manager.sql<readonly unknown[]>`
    INSERT INTO idempotency_claim (id, owner, request, seed, holder, attempt, claimed_at, held_until)
    VALUES (${id}, ${owner}, ${request}, ${seed}, ${holder}, 1, ${claimedAt}, ${heldUntil})
    ON CONFLICT (id) DO NOTHING RETURNING 1`;
  return rows.length > 0;
}

async function takeOver(
  manager: Statements,
  { id, request, holder, heldUntil, claimedAt: now }: WantedClaim,
): Promise<void> {
  await manager
    .repository(IdempotencySchema)
    .update(
      { id, request, content: IsNull(), heldUntil: LessThanOrEqual(now) },
      { holder, heldUntil, attempt: () => 'attempt + 1' },
    );
}
