import type { GrantPage, SpaceRecord } from '@cairn/api-schema';
import { until } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SharedAccount } from '../support/shared-account.js';

let shared: SharedAccount;

beforeAll(async () => {
  shared = await SharedAccount.start();
});
afterAll(() => shared.server.dispose());

describe('the last use of a grant', () => {
  const lastUses = async (): Promise<Readonly<Record<string, boolean>>> => {
    const { grants } = (await shared.ada.get('/api/grants?include=title')).json<GrantPage>();
    return Object.fromEntries(grants.map(({ title, lastUsedAt }) => [title ?? '', lastUsedAt !== null]));
  };

  it('is known of the one that was used: in the account, for a file, for a space', async () => {
    const photo = await shared.uploaded({ path: 'seen' });
    const space = (await shared.ada.post('/hub/spaces', { title: 'Trails' })).json<SpaceRecord>();
    await shared.give({ type: 'folder', id: 'seen' }, 'viewer');
    await shared.give({ type: 'folder', id: 'kept' }, 'viewer');
    await shared.give({ type: 'folder', id: 'filled' }, 'contributor');
    await shared.give({ type: 'space', id: space.id }, 'viewer');
    const unused = { seen: false, kept: false, filled: false, Trails: false };
    expect(await lastUses()).toEqual(unused);
    expect(await shared.fileStatus(photo.url)).toBe(200);
    await until('the use of seen is stored', async () => (await lastUses())['seen'] === true);
    expect(await lastUses()).toEqual({ ...unused, seen: true });
    expect((await shared.upload('filled')).status).toBe(201);
    await until('the use of filled is stored', async () => (await lastUses())['filled'] === true);
    expect((await shared.grace.get(`/hub/spaces/${space.id}/search`)).status).toBe(200);
    await until('the use of Trails is stored', async () => (await lastUses())['Trails'] === true);
    expect(await lastUses()).toEqual({ ...unused, seen: true, filled: true, Trails: true });
    await shared.as('GET', '/api/images?path=kept');
    await until('the use of kept is stored', async () => (await lastUses())['kept'] === true);
  });
});
