import { describe, expect, it } from '@jest/globals';
import { ListAccounts, type Caller } from '@cairn/access';
import { ReadByteQuota, ReadQuota } from '@cairn/images';
import { createApplication } from '../application.js';
import { OpenAccount } from './open-account.js';

const administrator: Caller = { accountId: 'root', keyId: 'key', scopes: ['admin'] };

describe('OpenAccount', () => {
  it('opens an account with its quota, and leaves nothing of one that is refused', async () => {
    const application = await createApplication({ database: { kind: 'memory' }, blobs: { kind: 'memory' } });
    const openAccount = application.get(OpenAccount);
    const { id } = await openAccount.execute(administrator, { name: 'A', quotas: { images: 7, bytes: 8 } });
    expect(await application.get(ReadQuota).execute(id)).toEqual({ imageCount: 0, quota: 7 });
    const bytes = { used: 0, reserved: 0, quota: 8 };
    expect(await application.get(ReadByteQuota).execute(id)).toEqual(bytes);
    const bad = openAccount.execute(administrator, { name: 'B', quotas: { images: -1 } });
    await expect(bad).rejects.toMatchObject({ code: 'invalid-input' });
    const worse = openAccount.execute(administrator, { name: 'B', quotas: { bytes: 0.5 } });
    await expect(worse).rejects.toMatchObject({ code: 'invalid-input' });
    const reader: Caller = { ...administrator, scopes: ['keys:manage'] };
    const foreign = openAccount.execute(reader, { name: 'C', quotas: { images: 7 } });
    await expect(foreign).rejects.toMatchObject({ code: 'scope-missing' });
    const { items } = await application.get(ListAccounts).execute(administrator, { limit: 5 });
    expect(items.map(({ name }) => name)).toEqual(['A']);
    await application.close();
  });
});
