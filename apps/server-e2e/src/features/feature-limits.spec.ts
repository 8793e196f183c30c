import { ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collection, Hub } from './hub.js';

const limits = { CAIRN_MAX_FEATURE_VERTICES: '4', CAIRN_MAX_FEATURE_DEPTH: '8', CAIRN_MAX_FEATURE_SIZE: '1' };

let server: ServerProcess;
let hub: Hub;
let space: string;

beforeAll(async () => {
  server = await ServerProcess.inMemory(limits);
  hub = new Hub(server);
  space = await hub.space();
});

afterAll(() => server.dispose());

describe('the limits of a feature', () => {
  const put = async (members: object) =>
    (await hub.call(`${space}/features`, { method: 'PUT', body: members })).status;
  const line = (positions: number) => ({
    geometry: { type: 'LineString', coordinates: Array.from({ length: positions }, () => [1, 2]) },
  });
  const nested = (depth: number): object => (depth === 1 ? {} : { a: nested(depth - 1) });
  const sized = (bytes: number) => ({
    id: 'x',
    a: 'y'.repeat(bytes - JSON.stringify({ id: 'x', a: '' }).length),
  });

  it('are those that are set, exactly', async () => {
    expect([await put(line(3)), await put(line(4)), await put(line(5))]).toEqual([200, 200, 400]);
    expect([await put(nested(7)), await put(nested(8)), await put(nested(9))]).toEqual([200, 200, 400]);
    const mebibyte = 1024 * 1024;
    expect([await put(sized(mebibyte - 200)), await put(collection(sized(mebibyte + 1)))]).toEqual([
      200, 400,
    ]);
    expect([await put(collection(sized(mebibyte - 200))), await put(sized(mebibyte + 1))]).toEqual([
      200, 413,
    ]);
  });

  it('say how many members a feature may have, on every way in', async () => {
    const id = 'many';
    const members = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`m${index}`, 1]));
    const many = { type: 'Feature', id, geometry: null, properties: members };
    const half = { ...members };
    for (let index = 0; index < 30_000; index += 1) delete half[`m${index}`];
    const fact = 'is beyond the 50000 members and items that are allowed besides the coordinates';
    const list = {
      type: 'FeatureModificationList',
      modifications: [{ type: 'FeatureModification', featureData: collection(many) }],
    };
    const headers = { 'content-type': 'application/vnd.here.feature-modification-list' };
    await hub.put(space, { ...many, properties: half });
    for (const [method, path, body, more] of [
      ['PUT', '', many, {}],
      ['PUT', '', collection({ id: 'a' }, many), {}],
      ['POST', '', collection(many), {}],
      ['POST', '', list, { headers }],
      ['PUT', `/${id}`, many, {}],
      ['PATCH', `/${id}`, many, {}],
    ] as const) {
      const answer = await hub.call(`${space}/features${path}`, { method, body, ...more });
      expect([answer.status, answer.body.errorMessage]).toEqual([400, expect.stringContaining(fact)]);
    }
    const other = Object.fromEntries(Object.keys(members).map((name) => [`n${name}`, 1]));
    for (let index = 0; index < 30_000; index += 1) delete other[`nm${index}`];
    const merged = await hub.call(`${space}/features/${id}`, {
      method: 'PATCH',
      body: { type: 'Feature', properties: other },
    });
    expect([merged.status, merged.body.errorMessage]).toEqual([
      400,
      expect.stringContaining("The feature 'many' would have more than 50000 members"),
    ]);
    const imported = await hub.call(`${space}/features`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: `${JSON.stringify({ type: 'Feature', id: 'b' })}\n${JSON.stringify(many)}\n`,
    });
    expect([imported.status, imported.body]).toMatchObject([
      200,
      { inserted: 1, failed: 1, errors: [{ id, message: expect.stringContaining(fact) as unknown }] },
    ]);
  });
});
