import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { AuditedGuest, AuditEntry, Grant, Principal } from '@cairn/access';
import { operations } from '@cairn/api-schema';
import { aLink } from '@cairn/testkit';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { requestContextOf, type Changed } from '../messages/request-context.js';
import { AuditLog } from './audit-log.js';

const NOW = 1_800_000_000_000;

const byKey: Principal = { kind: 'key', caller: { accountId: 'alice', keyId: 'K', scopes: [] } };

const byLink: Principal = {
  kind: 'link',
  link: aLink({ id: 'L', resource: { type: 'album', id: 'Trip' }, role: 'contributor' }),
};

interface Asked {
  readonly operation: string;
  readonly url?: string;
  readonly principal?: Principal;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly owner?: string;
  readonly held?: readonly Pick<Grant, 'accountId'>[];
  readonly changed?: Changed;
  readonly guest?: AuditedGuest;
}

describe('AuditLog', () => {
  let stored: AuditEntry[];
  let isAway: boolean;
  let isNameless: boolean;
  let failures: unknown[];
  let now: number;
  let made: number;
  let log: AuditLog;

  const note = ({
    operation: id,
    url = '/',
    principal = byKey,
    status = 200,
    headers = {},
    ...known
  }: Asked): void => {
    const operation = operations.find((one) => one.id === id);
    if (operation === undefined) throw new Error(`There is no operation ${id}.`);
    const request = new IncomingMessage(new Socket());
    Object.assign(request, { method: operation.method.toUpperCase(), url });
    Object.assign(requestContextOf(request), { operation, principal, ...known });
    const response = new ServerResponse(request);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.writeHead(status);
    log.note(request, response);
  };
  const entries = async (): Promise<readonly AuditEntry[]> => {
    await log.flush();
    return stored;
  };

  beforeEach(() => {
    stored = [];
    [isAway, isNameless] = [false, false];
    failures = [];
    [now, made] = [NOW, 0];
    log = new AuditLog({
      audit: {
        append: async (batch) => {
          if (isAway) throw new Error('away');
          stored.push(...batch);
        },
        list: async () => ({ items: stored }),
        joined: async () => [],
        prune: async () => 0,
      },
      clock: { now: () => now },
      ids: { next: () => `entry-${(made += 1)}` },
      clients: { networkOf: () => '192.0.2.1' },
      name: async (batch) => {
        if (isNameless) throw new Error('away');
        return batch.map(({ entry, opens }) => {
          const title = opens?.id ?? entry.thing?.id;
          return { ...entry, ...(entry.thing && { thing: { ...entry.thing, title } }) };
        });
      },
      failed: (error) => failures.push(error),
    });
  });

  it('notes writes that succeeded or were refused for want of rights', async () => {
    note({ operation: 'getImage', url: '/api/images/A' });
    note({ operation: 'postFeaturesAround', url: '/hub/spaces/S/spatial' });
    note({ operation: 'deleteImage', url: '/api/images/A', status: 404 });
    note({ operation: 'deleteImage', url: '/api/images/A', principal: { kind: 'anonymous' } });
    note({ operation: 'deleteImage', url: '/api/images/A', headers: { 'Idempotent-Replayed': 'true' } });
    note({ operation: 'deleteImage', url: '/api/images/A%20b?x=secret' });
    note({ operation: 'putFeature', url: '/hub/spaces/S/features/F', status: 403 });
    note({ operation: 'uploadImage', status: 201, headers: { Location: 'http://x/api/images/B' } });
    expect(await entries()).toMatchObject([
      { operation: 'deleteImage', target: 'A b', status: 200, principal: 'key:K', address: '192.0.2.1' },
      { operation: 'putFeature', target: 'S/F', status: 403, accountId: 'alice' },
      { operation: 'uploadImage', target: 'B', status: 201 },
    ]);
  });

  it('notes a change in the account of whose it is, and a refusal there only if something is shared', async () => {
    const [owner, url] = ['bob', '/hub/spaces/S/features/F'];
    note({ operation: 'putFeature', url, owner });
    note({ operation: 'putFeature', url, owner, status: 403 });
    note({ operation: 'putFeature', url, owner, status: 403, held: [{ accountId: 'carol' }] });
    note({ operation: 'putFeature', url, owner, status: 403, held: [{ accountId: 'bob' }] });
    expect((await entries()).map(({ accountId }) => accountId)).toEqual(['bob', 'alice', 'bob']);
  });

  it('names what was changed, who used a link, and a few of many images', async () => {
    note({ operation: 'deleteImage', url: '/api/images/A' });
    note({ operation: 'putFeature', url: '/hub/spaces/S/features/F' });
    note({ operation: 'makeTileArchive', url: '/tiles/S.pmtiles' });
    note({ operation: 'deleteLink', url: '/api/links/L', changed: { opens: { type: 'album', id: 'Trip' } } });
    const images = ['1', '2', '3', '4', '5', '6'];
    note({ operation: 'deleteImages', url: '/api/images/bulk/delete', changed: { images } });
    const [principal, guest] = [byLink, { id: 'G', name: 'Mia' }];
    const url = '/api/shared/secret/upload';
    note({ operation: 'uploadShared', url, principal, guest, changed: { images: ['7'] } });
    note({ operation: 'revokeKey', url: '/api/keys/K' });
    note({ operation: 'putPreset', url: '/api/presets/big' });
    const things = (await entries()).map(({ thing }) => thing && [thing.type, thing.id, thing.title]);
    expect(things).toEqual([
      ['image', 'A', 'A'],
      ['space', 'S', 'S'],
      ['space', 'S', 'S'],
      ['link', 'L', 'Trip'],
      undefined,
      ['album', 'Trip', 'Trip'],
      ['key', 'K', 'K'],
      undefined,
    ]);
    expect(stored[0]).toMatchObject({ images: ['A'], imageCount: 1 });
    expect(stored[4]).toMatchObject({ images: ['1', '2', '3', '4'], imageCount: 6 });
    expect(stored[5]).toMatchObject({ guest, images: ['7'], imageCount: 1, isFromOthers: true });
  });

  it('tells what guests and other accounts added from what the account did itself', async () => {
    const added = { operation: 'uploadImage', status: 201, changed: { images: ['A'] } };
    const shared = { operation: 'uploadShared', url: '/api/shared/s/upload', principal: byLink };
    note(added);
    note({ ...added, owner: 'bob' });
    note({ ...added, owner: 'bob', changed: { images: [] } });
    note({ ...shared, status: 201, changed: { images: ['B'] } });
    note({ ...shared, status: 202, changed: { images: ['C'] } });
    note({ operation: 'putFeatures', url: '/hub/spaces/S/features', owner: 'bob' });
    note({ operation: 'deleteImage', url: '/api/images/A', owner: 'bob' });
    note({ ...added, owner: 'bob', held: [{ accountId: 'bob' }], status: 403 });
    const isFromOthers = (await entries()).map((entry) => entry.isFromOthers === true);
    expect(isFromOthers).toEqual([false, true, false, true, false, true, false, false]);
  });

  it('does not note what a guest sends again, which changes nothing', async () => {
    const sent = { operation: 'uploadShared', url: '/api/shared/s/upload', principal: byLink };
    note({ ...sent, status: 202, changed: { images: ['A'] } });
    note({ ...sent, status: 202, changed: { images: [] } });
    note({ ...sent, status: 200, changed: { images: [] } });
    note({ ...sent, status: 403 });
    expect((await entries()).map(({ status }) => status)).toEqual([202, 403]);
  });

  it('does not note what one has looked at', async () => {
    note({ operation: 'markActivitySeen', url: '/api/activity/seen' });
    expect(await entries()).toEqual([]);
  });

  it('joins what belongs together, also when it is stored late', async () => {
    const upload = (image: string, thing = 'Trip'): void =>
      note({
        operation: 'uploadAlbumImage',
        url: `/api/albums/${thing}/upload`,
        status: 201,
        changed: { images: [image] },
      });
    upload('1');
    upload('2');
    await log.flush();
    isAway = true;
    upload('3');
    upload('4', 'Other');
    await log.flush();
    isAway = false;
    isNameless = true;
    upload('5');
    await log.flush();
    isNameless = false;
    upload('6');
    const rows = (await entries()).map(({ images = [], joinedTo }) => [
      ...images,
      joinedTo?.first,
      joinedTo?.place,
    ]);
    expect(rows).toEqual([
      ['1', undefined, undefined],
      ['2', 'entry-1', 1],
      ['3', 'entry-1', 2],
      ['4', undefined, undefined],
      ['5', 'entry-1', 3],
      ['6', 'entry-1', 4],
    ]);
    expect(failures).toHaveLength(2);
  });

  it('counts what is refused again within an hour in the entry of the first time', async () => {
    const refused = (more: Partial<Asked> = {}): void =>
      note({ operation: 'putFeature', url: '/hub/spaces/S/features/F', status: 403, ...more });
    refused();
    refused({ url: '/hub/spaces/S/features/G' });
    refused({ operation: 'deleteImage', url: '/api/images/A' });
    note({ operation: 'putFeature', url: '/hub/spaces/S/features/F' });
    await log.flush();
    now += 59 * 60_000;
    refused();
    await log.flush();
    now += 60_000;
    refused({ url: '/hub/spaces/S/features/H' });
    expect((await entries()).map(({ id, target, count }) => [id, target, count])).toEqual([
      ['entry-1', 'S/F', 2],
      ['entry-3', 'A', undefined],
      ['entry-4', 'S/F', undefined],
      ['entry-1', 'S/F', undefined],
      ['entry-6', 'S/H', undefined],
    ]);
    expect((await entries()).map(({ at }) => at - NOW)).toEqual([0, 0, 0, 0, 60 * 60_000]);
  });

  it('keeps what cannot be stored for later, the oldest 10,000', async () => {
    isAway = true;
    for (let count = 0; count < 10_010; count += 1)
      note({ operation: 'deleteImage', url: `/api/images/${count}` });
    expect(await entries()).toEqual([]);
    expect(failures).toHaveLength(1);
    isAway = false;
    note({ operation: 'deleteImage', url: '/api/images/late' });
    const later = await entries();
    expect(later).toHaveLength(10_000);
    expect(new Set(later.map(({ target }) => target)).has('0')).toBe(true);
    expect(await entries()).toHaveLength(10_000);
  });
});
