import type { AccountDetails, JobRecord, KeyRecord } from '@cairn/api-schema';
import type { CairnClient } from '@cairn/client';
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

/** Administers a running server, with a key that has the scope `admin`. */
export class HttpAdministration implements Administration {
  constructor(private readonly client: CairnClient) {}

  async *accounts(): AsyncGenerator<AccountRow> {
    for await (const { id } of this.client.list('GET /api/accounts'))
      yield accountRow(await this.client.call('GET /api/accounts/{id}', { params: { id } }));
  }

  async createAccount(name: string, quota: number | undefined): Promise<AccountRow> {
    return accountRow(
      await this.client.call('POST /api/accounts', { body: { name, imageQuota: quota ?? null } }),
    );
  }

  async setQuota(id: string, quota: number | undefined): Promise<AccountRow> {
    return accountRow(
      await this.client.call('PATCH /api/accounts/{id}', {
        params: { id },
        body: { imageQuota: quota ?? null },
      }),
    );
  }

  async *keys(accountId = '*'): AsyncGenerator<KeyRow> {
    for await (const key of this.client.list('GET /api/keys', { query: { accountId } })) yield keyRow(key);
  }

  async createKey(given: NewKey): Promise<{ readonly key: KeyRow; readonly secret: string }> {
    const { accountId, name, scopes, expiresAt } = given;
    const expiry = expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() };
    const created = await this.client.call('POST /api/keys', {
      body: { accountId, name, scopes: [...scopes], ...expiry },
    });
    return { key: keyRow(created), secret: created.key };
  }

  async revokeKey(id: string, lastAdmin: 'refuse' | 'revoke'): Promise<KeyRow> {
    return keyRow(
      await this.client.call('DELETE /api/keys/{id}', {
        params: { id },
        query: { force: lastAdmin === 'revoke' },
      }),
    );
  }

  async users(): Promise<readonly UserRow[]> {
    return (await this.client.call('GET /api/users')).map(
      ({ id, name, role, accountId: account, createdAt: created, lastSeenAt: seen }) => ({
        id,
        name,
        role,
        account,
        created,
        seen,
      }),
    );
  }

  async resetPassword(userId: string): Promise<PasswordLink> {
    const { url, expiresAt: expires } = await this.client.call('POST /api/users/{id}/password-reset', {
      params: { id: userId },
    });
    return { user: userId, url, expires };
  }

  async promote(): Promise<boolean> {
    return (await this.client.call('POST /api/promote')).promoted;
  }

  async jobs(): Promise<readonly JobRow[]> {
    return (await this.client.call('GET /api/jobs')).flatMap(jobRows);
  }

  async retry({ job, item }: FailedItems): Promise<number> {
    return (await this.client.call('POST /api/jobs/{name}/retry', { params: { name: job }, query: { item } }))
      .retried;
  }
}

function accountRow({ id, name, imageCount: images, quota, createdAt: created }: AccountDetails): AccountRow {
  return { id, name, images, quota, created };
}

function keyRow(key: KeyRecord): KeyRow {
  const { id, accountId: account, name, hint, scopes, createdAt, expiresAt, revokedAt, lastUsedAt } = key;
  return {
    id,
    account,
    name,
    hint,
    scopes: scopes.join(','),
    created: createdAt,
    expires: expiresAt,
    revoked: revokedAt,
    used: lastUsedAt,
  };
}

function jobRows({ name: job, failures }: JobRecord): readonly JobRow[] {
  if (failures.length === 0)
    return [{ job, item: null, attempts: 0, failed: null, retry: null, reason: null }];
  return failures.map(({ item, attempts, failedAt, retryAt, reason }) => ({
    job,
    item,
    attempts,
    failed: failedAt,
    retry: retryAt,
    reason,
  }));
}
