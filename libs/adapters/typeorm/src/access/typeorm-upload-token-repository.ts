import {
  InvalidUploadToken,
  UploadTokenLimitReached,
  UploadTokenNotFound,
  UploadTokenUsedUp,
  type UploadToken,
} from '@cairn/access';
import {
  EXPIRED_UPLOAD_TOKEN_MS,
  type UploadTokenRepository,
  type UploadTokenScope,
} from '@cairn/access/spi';
import { toPage, type Page, type PageRequest } from '@cairn/kernel';
import { IsNull, LessThan, Not } from 'typeorm';
import type { Database, Returned } from '../sql/database.js';
import { BEFORE_NEWEST } from '../sql/listing.js';
import type { Statements } from '../sql/statements.js';
import { toUploadToken, UploadTokenSchema, uploadTokenRow } from './upload-token-schema.js';

/** Upload tokens as rows of a relational database. */
export class TypeOrmUploadTokenRepository implements UploadTokenRepository {
  constructor(private readonly database: Database) {}

  async add(token: UploadToken, limit = Infinity): Promise<void> {
    await this.database.write(async (manager) => {
      await this.makeRoom(manager, token);
      const made = { accountId: token.accountId, signingKeyId: IsNull() };
      const tokens = manager.repository(UploadTokenSchema);
      if (limit < Infinity && (await tokens.countBy(made)) >= limit) throw new UploadTokenLimitReached(limit);
      await tokens.insert(uploadTokenRow(token));
    });
  }

  async findByDigest(digest: string): Promise<UploadToken | undefined> {
    const row = await this.database.read((manager) =>
      manager.repository(UploadTokenSchema).findOneBy({ digest, signingKeyId: IsNull() }),
    );
    return row === null ? undefined : toUploadToken(row);
  }

  async list(
    of: UploadTokenScope,
    { limit, after = BEFORE_NEWEST }: PageRequest,
  ): Promise<Page<UploadToken>> {
    const wanted = { ...wantedOf(of), signingKeyId: IsNull() };
    const rows = await this.database.read(
      (manager) =>
        manager.repository(UploadTokenSchema).find({
          where: [
            { ...wanted, createdAt: LessThan(after.at) },
            { ...wanted, createdAt: after.at, id: LessThan(after.id) },
          ],
          order: { createdAt: 'DESC', id: 'DESC' },
          take: limit + 1,
        }),
      { budget: 'listing' },
    );
    return toPage(Array.from(rows, toUploadToken), limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  }

  async claim(token: UploadToken, limit = Infinity): Promise<void> {
    await this.database.write(async (manager) => {
      if (await this.count(manager, token)) return;
      const tokens = manager.repository(UploadTokenSchema);
      const isThere = await tokens.existsBy({ digest: token.digest });
      if (isThere) throw new UploadTokenUsedUp();
      if (token.signingKeyId === undefined) throw new InvalidUploadToken();
      await this.makeRoom(manager, token);
      const signed = { accountId: token.accountId, signingKeyId: Not(IsNull()) };
      if (limit < Infinity && (await tokens.countBy(signed)) >= limit)
        throw new UploadTokenLimitReached(limit);
      // Another node may have stored it meanwhile.
      await tokens.createQueryBuilder().insert().values(uploadTokenRow(token)).orIgnore().execute();
      if (!(await this.count(manager, token))) throw new UploadTokenUsedUp();
    });
  }

  async giveBack(digest: string): Promise<void> {
    await this.database.writeEvenIfFull(
      (manager) =>
        manager.sql`UPDATE upload_token SET files_used = files_used - 1
          WHERE digest = ${digest} AND files_used > 0`,
    );
  }

  async remove(of: UploadTokenScope, id: string): Promise<void> {
    await this.database.writeEvenIfFull(async (manager) => {
      const tokens = manager.repository(UploadTokenSchema);
      const { affected } = await tokens.delete({ id, ...wantedOf(of), signingKeyId: IsNull() });
      if (affected === 0) throw new UploadTokenNotFound();
    });
  }

  /** In one statement, so that no more files are counted than allowed, whoever else counts. */
  private async count(manager: Statements, { digest, maxFiles }: UploadToken): Promise<boolean> {
    const counted = await manager.sql<Returned<{ readonly id: string }>>`
      UPDATE upload_token SET files_used = files_used + 1
      WHERE digest = ${digest} AND files_used < ${maxFiles} RETURNING id`;
    return this.database.dialect.rowsOf(counted).length > 0;
  }

  /** Locks the account, or concurrent calls could each miss the others in the count, and forgets what expired long ago. */
  private async makeRoom(manager: Statements, { accountId, createdAt }: UploadToken): Promise<void> {
    await this.database.dialect.lockOwner(manager, accountId);
    const expiresAt = LessThan(createdAt - EXPIRED_UPLOAD_TOKEN_MS);
    await manager.repository(UploadTokenSchema).delete({ accountId, expiresAt });
  }
}

const wantedOf = ({ accountId, createdBy }: UploadTokenScope) => ({
  accountId,
  ...(createdBy !== undefined && { createdBy }),
});
