import { ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { collection, faultsOf, Hub, point } from './hub.js';
import { linesOf } from './imports.js';
import { openAccount } from '../support/accounts.js';

const MEBIBYTE = 1024 * 1024;

let server: ServerProcess;
let hub: Hub;

beforeAll(async () => {
  const quota = { CAIRN_FEATURE_QUOTA: '5', CAIRN_FEATURE_STORAGE: '1' };
  server = await ServerProcess.inMemory(quota);
  hub = new Hub(server);
});

afterAll(() => server.dispose());

it('an account has no more features in all its spaces than the server is set to, and is told so', async () => {
  const { id: account, key } = await openAccount(server, 'Mapper');
  const spaceOf = async () => {
    const made = await hub.call('/spaces', { key, method: 'POST', body: { title: 'Places' } });
    return `/spaces/${String(made.body['id'])}/features`;
  };
  const [first, second] = [await spaceOf(), await spaceOf()];
  const put = (path: string, body: unknown, headers = {}) =>
    hub.call(path, { key, method: 'PUT', body, headers });
  expect((await put(first, collection(...['a', 'b', 'c'].map((id) => point(id, 1, 2))))).status).toBe(200);

  const refused = await put(second, collection(...['d', 'e', 'f'].map((id) => point(id, 1, 2))));
  expect(faultsOf(refused)).toEqual([403, '/features/2 feature-quota-exceeded']);
  expect(refused.body.errorMessage).toContain('The account may have 5 features in all its spaces.');
  const imported = await put(second, linesOf(4), { 'content-type': 'application/x-ndjson' });
  expect(imported.body).toMatchObject({ inserted: 2, failed: 2 });

  const large = point('a', 1, 2, { text: 'x'.repeat(MEBIBYTE) });
  const tooLong = await put(`${first}/a`, large);
  expect([tooLong.status, tooLong.body.errorMessage]).toEqual([
    403,
    expect.stringContaining(`The account may have features of ${MEBIBYTE} bytes in all its spaces.`),
  ]);
  const { body } = await hub.call(`/spaces/${first.split('/')[2]}/statistics`, { key });
  const details = await (await server.fetch(`/api/accounts/${account}`)).json();
  expect(details).toMatchObject({ featureCount: 5, featureQuota: 5, featureBytesQuota: MEBIBYTE });
  const { value } = body['byteSize'] as { readonly value: number };
  expect((details as { readonly featureBytes: number }).featureBytes).toBeGreaterThan(value);
  expect((await hub.call(`${first}/a`, { key, method: 'DELETE' })).status).toBe(204);
  expect((await put(second, collection(point('new', 1, 2)))).status).toBe(200);
});
