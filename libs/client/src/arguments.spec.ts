import { describe, expect, it } from '@jest/globals';
import { counted, failure, refusing } from './counted-client.spec.kit.js';
import type { Sends } from './every-method.spec.kit.js';
import { createClient, type CairnClient } from './index.js';

const bytes = new Uint8Array(9);
const IMAGE = 'GET /api/images/{id}';
const IMAGES = 'GET /api/images';
const point = { type: 'Feature', geometry: null, properties: {} } as const;

describe('an argument that means something else than it says is a TypeError, and nothing is sent', () => {
  const half = '\ud800';
  it.each<readonly [string, (client: CairnClient) => Sends]>([
    ['no id', (client) => client.call(IMAGE, undefined as never)],
    ['an object as an id', (client) => client.call(IMAGE, { params: { id: {} as never } })],
    ['half a character in an id', ({ features }) => features.get('s', half)],
    ['half a character in a tag', ({ features }) => features.search('s', { tags: [half] })],
    ['a text as a list of tags', ({ features }) => features.search('s', { tags: 'abc' as never })],
    ['a limit that is no number', ({ features }) => features.search('s', { limit: Number.NaN })],
    ['a time as an object', (client) => client.list(IMAGES, { query: { from: new Date(0) as never } })],
    ['null in a query', (client) => client.list(IMAGES, { query: { path: null as never } })],
    [
      'a condition that there is not',
      ({ features }) => features.search('s', { where: { 'p.a': { is: 5 } as never } }),
    ],
    ['a value that is no number', ({ features }) => features.search('s', { where: { 'p.a': Number.NaN } })],
    [
      'all or any in other letters',
      ({ features }) => features.search('s', { tags: ['a', 'b'], tagMatch: 'ALL' as never }),
    ],
    ['a deletion of nothing', ({ features }) => features.deleteMany('s', {} as never)],
    ['a deletion of not all', ({ features }) => features.deleteMany('s', { all: false } as never)],
    ['a deletion of two', ({ features }) => features.deleteMany('s', { all: true, ids: ['f'] } as never)],
    ['a text as ids', ({ features }) => features.deleteMany('s', { ids: 'abc' as never })],
    ['an empty tag', ({ features }) => features.deleteMany('s', { tags: ['a', ''] })],
    ['a text as a callback', (client) => client.upload(bytes, { onProgress: 'log' as never })],
    [
      'a text as a callback of an import',
      ({ features }) => features.import('s', [], { onSent: 'log' as never }),
    ],
    [
      'a text as a callback of an archive',
      ({ tiles }) => tiles.makeArchive('s', { onProgress: 'log' as never }),
    ],
    ['a text as a callback of events', (client) => client.events({ onConnected: 'log' as never })],
    ['an empty id', ({ features }) => features.getMany('s', ['f', ''])],
    ['JSON in a circle', (client) => client.call('POST /hub/spaces', { body: circle as never })],
    [
      'numbers that JSON has not',
      ({ features }) => features.putMany('s', [{ ...point, properties: { n: 1n } }]),
    ],
    [
      'a tag of a version that no header can have',
      ({ features }) => features.put('s', { ...point, id: 'f' }, { ifMatch: '"€"' }),
    ],
    ['a format that there is not', ({ features }) => features.import('s', [], { format: 'csv' as never })],
    ['an address on another server', (client) => client.call('GET .evil.test/' as never, {} as never)],
    ['a GET with a body', (client) => client.call('GET /api/quota', { body: {} } as never)],
    ['a method that there is not', (client) => client.call('LOOK /api/quota' as never, {} as never)],
    [
      'an idempotency key that no header can have',
      (client) => client.call('POST /api/promote', { idempotencyKey: '€' }),
    ],
    ['half a character as an event', (client) => client.events({ lastEventId: half })],
  ])('%s', async (_, run) => {
    const { client, count } = counted(refusing);
    expect(await failure(() => run(client))).toBeInstanceOf(TypeError);
    expect(count.sent).toBe(0);
  });
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;

  it('names what is no address', () => {
    expect(() => createClient({ baseUrl: 'no address' })).toThrow(/`baseUrl`/);
  });

  it('tells an answer of another server, and asks it once', async () => {
    const { client, count } = counted(async () => new Response('<html>'));
    expect(await failure(() => client.call('GET /api/quota'))).toMatchObject({ kind: 'unexpected' });
    expect(await failure(() => client.features.get('s', 'f'))).toMatchObject({ kind: 'unexpected' });
    expect(count.sent).toBe(2);
  });

  it('waits for the longest time that there is, and not for none', async () => {
    const { client } = counted(async () => Response.json({ quota: 1 }));
    expect(await client.call('GET /api/quota', { timeoutMs: 1e12 })).toEqual({ quota: 1 });
  });
});
