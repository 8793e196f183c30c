import {
  CreateApiKey,
  CreatePasswordReset,
  ListAccounts,
  ListApiKeys,
  ListUsers,
  ReadAccount,
  RevokeApiKey,
  scopes,
  type Account,
  type ApiKey,
  type Caller,
} from '@cairn/access';
import { OpenAccount, RetryFailedWork, type Application } from '@cairn/composition';
import { ReadQuota, RestoredCopy, SetQuota } from '@cairn/images';
import type { PageRequest } from '@cairn/kernel';
import { allOf } from '../transfer/pages.js';
import type {
  AccountRow,
  Administration,
  FailedItems,
  JobRow,
  KeyRow,
  NewKey,
  PasswordLink,
  UserRow,
} from './administration.js';

const PAGE = 100;

/** Whoever can read the stores may do everything, but owns no account. */
const operator: Caller = { accountId: '', scopes };

/** Administers the stores of an application. */
export class StoreAdministration implements Administration {
  constructor(
    private readonly application: Pick<Application, 'get'>,
    /** The address of the server that serves these stores. */
    private readonly address: () => string,
  ) {}

  async *accounts(): AsyncGenerator<AccountRow> {
    const list = this.application.get(ListAccounts);
    const accounts = allOf((after: PageRequest['after']) => list.execute(operator, { limit: PAGE, after }));
    for await (const account of accounts) yield await this.row(account);
  }

  async createAccount(name: string, quota: number | undefined): Promise<AccountRow> {
    const opened = this.application.get(OpenAccount).execute(operator, { name, quotas: { images: quota } });
    return await this.row(await opened);
  }

  async setQuota(id: string, quota: number | undefined): Promise<AccountRow> {
    const account = await this.application.get(ReadAccount).execute(operator, id);
    await this.application.get(SetQuota).execute(id, quota);
    return await this.row(account);
  }

  async *keys(accountId: string | undefined): AsyncGenerator<KeyRow> {
    const list = this.application.get(ListApiKeys);
    const of = accountId === undefined ? '*' : { accountId };
    const keys = allOf((after: PageRequest['after']) => list.execute(operator, of, { limit: PAGE, after }));
    for await (const key of keys) yield keyRow(key);
  }

  async createKey(given: NewKey): Promise<{ readonly key: KeyRow; readonly secret: string }> {
    const { key, secret } = await this.application.get(CreateApiKey).execute(operator, given);
    return { key: keyRow(key), secret };
  }

  async revokeKey(id: string, lastAdmin: 'refuse' | 'revoke'): Promise<KeyRow> {
    return keyRow(await this.application.get(RevokeApiKey).execute(operator, id, lastAdmin));
  }

  async users(): Promise<readonly UserRow[]> {
    return (await this.application.get(ListUsers).execute(operator)).map(
      ({ id, name, role, accountId: account, createdAt, lastSeenAt }) => ({
        id,
        name,
        role,
        account,
        created: time(createdAt),
        seen: optionalTime(lastSeenAt),
      }),
    );
  }

  async resetPassword(userId: string): Promise<PasswordLink> {
    const { user, token, expiresAt } = await this.application
      .get(CreatePasswordReset)
      .execute(operator, userId);
    const url = `${this.address()}/reset-password#${token}`;
    return { user: user.name, url, expires: time(expiresAt) };
  }

  async promote(): Promise<boolean> {
    return await this.application.get(RestoredCopy).promote();
  }

  async jobs(): Promise<readonly JobRow[]> {
    const jobs = await this.application.get(RetryFailedWork).list();
    return jobs.flatMap(({ name: job, failures }): readonly JobRow[] =>
      failures.length === 0
        ? [{ job, item: null, attempts: 0, failed: null, retry: null, reason: null }]
        : failures.map(({ item, attempts, failedAt, retryAt, reason }) => ({
            job,
            item,
            attempts,
            failed: time(failedAt),
            retry: optionalTime(retryAt),
            reason,
          })),
    );
  }

  async retry(items: FailedItems): Promise<number> {
    return await this.application.get(RetryFailedWork).execute(items);
  }

  private async row({ id, name, createdAt }: Account): Promise<AccountRow> {
    const { imageCount: images, quota } = await this.application.get(ReadQuota).execute(id);
    return { id, name, images, quota, created: time(createdAt) };
  }
}

function keyRow(key: ApiKey): KeyRow {
  const { id, accountId: account, name, hint, scopes: held } = key;
  return {
    id,
    account,
    name,
    hint,
    scopes: held.join(','),
    created: time(key.createdAt),
    expires: optionalTime(key.expiresAt),
    revoked: optionalTime(key.revokedAt),
    used: optionalTime(key.lastUsedAt),
  };
}

const time = (ms: number): string => new Date(ms).toISOString();
const optionalTime = (ms: number | undefined): string | null => (ms === undefined ? null : time(ms));
