import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { AuditEntry, Grant, Principal } from '@cairn/access';
import { operations } from '@cairn/api-schema';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { requestContextOf } from '../messages/request-context.js';
import { AuditLog } from './audit-log.js';

const NOW = 1_800_000_000_000;

const byKey: Principal = { kind: 'key', caller: { accountId: 'alice', keyId: 'K', scopes: [] } };

interface Asked {
  readonly operation: string;
  readonly url?: string;
  readonly principal?: Principal;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly owner?: string;
  readonly held?: readonly Pick<Grant, 'accountId'>[];
}

describe('AuditLog', () => {
  let stored: AuditEntry[];
  let isAway: boolean;
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
    isAway = false;
    failures = [];
    [now, made] = [NOW, 0];
    log = new AuditLog({
      audit: {
        append: async (batch) => {
          if (isAway) throw new Error('away');
          stored.push(...batch);
        },
        list: async () => ({ items: stored }),
        prune: async () => 0,
      },
      clock: { now: () => now },
      ids: { next: () => `entry-${(made += 1)}` },
      clients: { networkOf: () => '192.0.2.1' },
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
