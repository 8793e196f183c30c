import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { collection, faultsOf, idsOf, namespaceOf, point, type Hub } from './hub.js';

const MODIFICATIONS = 'application/vnd.here.feature-modification-list';
const modification = (members: object) => ({ type: 'FeatureModification', ...members });

/** Tests of writing features. */
export function declareWrites(open: () => Hub): void {
  /** A space that is not written to. */
  let shared: string | undefined;
  const numbered = (id: string, n: unknown) => point(id, 11, 47, { n });

  describe('PUT of features', () => {
    it('creates, replaces and leaves alone, and tells which', async () => {
      const hub = open();
      const space = await hub.space();
      const first = await hub.put(space, numbered('a', 1), numbered('b', 1), { ...numbered('', 1), id: 7 });
      expect([first.status, first.headers.get('content-type')]).toEqual([
        200,
        'application/geo+json; charset=utf-8',
      ]);
      expect(Object.keys(first.body)).toEqual(['type', 'features', 'inserted', 'etag']);
      expect([idsOf(first), first.body['inserted']]).toEqual([
        ['a', 'b', '7'],
        ['a', 'b', '7'],
      ]);
      const { createdAt } = namespaceOf(first.body.features[0]);
      expect(namespaceOf(first.body.features[0])).toEqual({ createdAt, updatedAt: createdAt, version: 1 });
      const { body } = await hub.put(space, numbered('a', 2), numbered('b', 1), numbered('c', 1));
      expect([body['inserted'], body['updated'], body['deleted']]).toEqual([['c'], ['a'], undefined]);
      expect(body.features.map((feature) => namespaceOf(feature)['version'])).toEqual([2, 1, 2]);
    });

    it('takes a single feature, a collection without features, and makes ids', async () => {
      const hub = open();
      const space = await hub.space();
      const put = (body: unknown) => hub.call(`${space}/features`, { method: 'PUT', body });
      expect(idsOf(await put(numbered('a', 1)))).toEqual(['a']);
      expect(idsOf(await put({ geometry: null }))).toEqual([expect.stringMatching(/^[0-9A-Za-z]{16}$/)]);
      for (const body of [{ type: 'FeatureCollection' }, collection()])
        expect(await put(body)).toMatchObject({ status: 200, body: { features: [] } });
    });

    it('takes tags, a prefix, compressed bodies, and answers without a body if asked to', async () => {
      const hub = open();
      const space = await hub.space();
      const path = `${space}/features?addTags=Foo%2CBar,baz&removeTags=bar&prefixId=p%3A`;
      const { body } = await hub.call(path, { method: 'PUT', body: numbered('a', 1) });
      expect([body.features[0]?.id, namespaceOf(body.features[0])['tags']]).toEqual(['p:a', ['foo', 'baz']]);
      const text = JSON.stringify(collection(numbered('b', 1)));
      for (const [encoding, bytes] of Object.entries({
        gzip: gzipSync(text),
        br: brotliCompressSync(text),
      })) {
        const headers = { 'content-encoding': encoding, accept: 'application/x-empty' };
        const answer = await hub.call(`${space}/features`, { method: 'PUT', body: bytes, headers });
        expect([answer.status, answer.body]).toEqual([204, {}]);
      }
      expect(await hub.ids(`${space}/search`)).toEqual(['b', 'p:a']);
    });

    it('names every fault by feature, id, member and reason, and writes nothing', async () => {
      const hub = open();
      const space = await hub.space();
      const answer = await hub.put(
        space,
        numbered('ok', 1),
        point('north', 0, 91),
        { id: '', properties: 3 },
        numbered('ok', 2),
      );
      expect(faultsOf(answer)).toEqual([
        400,
        '/features/1/geometry/coordinates invalid-feature',
        '/features/2/id invalid-feature',
        '/features/2/properties invalid-feature',
        '/features/3/id duplicate-id',
      ]);
      expect(answer.body.errorMessage).toMatch(/^Feature 1 \('north'\): .*latitude.* Feature 2/);
      const many = await hub.put(space, ...Array.from({ length: 150 }, () => 7));
      expect(many.body.errorDetails?.errors).toHaveLength(101);
      expect(await hub.ids(`${space}/search`)).toEqual([]);
    });

    it.each([
      ['nothing', '', [400, 'malformed-json']],
      ['half of it', '{"type":"FeatureCollection","features":[{"type":"Feat', [400, 'malformed-json']],
      ['no JSON', '{"type":"FeatureCollection","features":[1 2]}', [400, 'malformed-json']],
      ['a broken envelope', '{"type":"FeatureCollection",,"features":[]}', [400, 'malformed-json']],
      ['what is no UTF-8', Buffer.from('{"id":"\xff"}', 'latin1'), [400, 'malformed-json']],
      ['an array', '[]', [400, ' invalid-feature']],
      ['another type', '{"type":"Point"}', [400, '/type invalid-feature']],
      ['another type with features', '{"type":"Topology","features":[{}]}', [400, '/type invalid-type']],
      [
        'features that are no array',
        '{"type":"FeatureCollection","features":{}}',
        [400, '/features invalid-type'],
      ],
      ['two arrays', '{"type":"FeatureCollection","features":[],"features":[]}', [400, 'malformed-json']],
      [
        'deep nesting',
        `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
        [400, expect.stringContaining('invalid-feature')],
      ],
    ])('refuses %s', async (_, body, expected) => {
      const hub = open();
      const space = (shared ??= await hub.space());
      expect(faultsOf(await hub.call(`${space}/features`, { method: 'PUT', body }))).toEqual(expected);
    });

    it('refuses bodies that are too large, or compressed in another way', async () => {
      const hub = open();
      const space = await hub.space();
      const put = (body: Uint8Array<ArrayBuffer> | string, headers: Record<string, string>) =>
        hub.call(`${space}/features`, { method: 'PUT', body, headers });
      const zipped = { 'content-encoding': 'gzip' };
      const bomb = put(gzipSync(`{"a":"${'x'.repeat(3_000_000)}"}`), zipped);
      expect(faultsOf(await bomb)).toEqual([413, 'body-too-dense']);
      const points = JSON.stringify(Array.from({ length: 2_000 }, (_, n) => numbered('p', n)));
      const dense = gzipSync(`{"id":"dense","points":${points}}`);
      expect([points.length > 10 * dense.length, (await put(dense, zipped)).status]).toEqual([true, 200]);
      expect(faultsOf(await put('{}', { 'content-encoding': 'zip' }))).toEqual([
        415,
        'unsupported-media-type',
      ]);
      expect(faultsOf(await put('xx', zipped))).toEqual([400, 'malformed-body']);
      expect(faultsOf(await put('{} ', { 'x-upload-content-length-limit': '2' }))).toEqual([
        413,
        'body-too-large',
      ]);
      expect(faultsOf(await put('{}', { 'x-upload-content-length-limit': 'x' }))).toEqual([
        400,
        ' invalid-limit',
      ]);
    });
  });

  describe('POST of features', () => {
    it('merges into features, or does what e, ne and cr say', async () => {
      const hub = open();
      const space = await hub.space(point('a', 1, 2, { kept: 1, gone: 1 }));
      const post = async (query: string, ...features: readonly unknown[]) =>
        await hub.call(`${space}/features${query}`, { method: 'POST', body: collection(...features) });
      const { body } = await post('', { id: 'a', properties: { gone: null, n: 1 } }, { id: 'b' });
      expect([body['inserted'], body['updated']]).toEqual([['b'], ['a']]);
      expect(body.features[0]).toMatchObject({
        geometry: { coordinates: [1, 2] },
        properties: { kept: 1, n: 1 },
      });
      expect(body.features[0]?.properties).not.toHaveProperty('gone');
      expect(faultsOf(await post('?e=error', { id: 'a' }))).toEqual([409, '/features/0 feature-exists']);
      expect(faultsOf(await post('?ne=error', { id: 'x' }))).toEqual([409, '/features/0 feature-not-found']);
      expect(
        (await post('?e=retain&ne=retain', { id: 'a', properties: { n: 2 } }, { id: 'x' })).body,
      ).toMatchObject({
        features: [{ id: 'a', properties: { n: 1 } }],
      });
      expect((await post('?e=delete', { id: 'b' })).body['deleted']).toEqual(['b']);
      expect(faultsOf(await post('?e=x&ne=y&cr=z', { id: 'a' }))).toEqual([
        400,
        '/e unknown-word',
        '/ne unknown-word',
        '/cr unknown-word',
      ]);
    });

    it('writes what can be written, if it may, and tells why the rest was not', async () => {
      const hub = open();
      const space = await hub.space({ id: 'a' });
      const path = `${space}/features?transactional=false&e=error`;
      const { status, body } = await hub.call(path, {
        method: 'POST',
        body: collection({ id: 'a' }, point('b', 0, 91), { id: 'c' }),
      });
      expect([status, body['inserted'], idsOf({ status, body, headers: new Headers() })]).toEqual([
        200,
        ['c'],
        ['c'],
      ]);
      expect(body['failed']).toEqual([
        {
          id: 'a',
          position: 0,
          message: 'The record a exists.',
          code: 'feature-exists',
          pointer: '/features/0',
        },
        expect.objectContaining({ id: 'b', position: 1, pointer: '/features/1/geometry/coordinates' }),
      ]);
    });

    it('finds conflicts with the version that a client knew, if it is to', async () => {
      const hub = open();
      const space = await hub.space(numbered('a', 1));
      await hub.put(space, numbered('a', 2));
      const stale = { id: 'a', properties: { n: 3, '@ns:com:here:xyz': { version: 1 } } };
      const post = (query: string) => hub.call(`${space}/features?${query}`, { method: 'POST', body: stale });
      expect(faultsOf(await post('conflictDetection=true&e=replace'))).toEqual([409, ' version-conflict']);
      expect((await post('conflictDetection=true&e=merge&cr=retain')).body.features[0]).toMatchObject({
        properties: { n: 2 },
      });
      expect((await post('e=replace')).body['updated']).toEqual(['a']);
    });

    it('takes a list of modifications', async () => {
      const hub = open();
      const space = await hub.space({ id: 'a' }, { id: 'b' }, { id: 'c' });
      const post = (modifications: readonly object[]) =>
        hub.call(`${space}/features?addTags=t`, {
          method: 'POST',
          headers: { 'content-type': MODIFICATIONS },
          body: { type: 'FeatureModificationList', modifications: modifications.map(modification) },
        });
      const { status, body } = await post([
        { featureData: collection({ id: 'a', properties: { n: 1 } }, { id: 'd' }), onFeatureExists: 'patch' },
        { featureIds: ['b', 'absent'], onFeatureExists: 'delete' },
      ]);
      expect([status, body['inserted'], body['updated'], body['deleted']]).toEqual([
        200,
        ['d'],
        ['a'],
        ['b'],
      ]);
      const refused = [
        { onFeatureExists: 'x', onFeatureNotExists: 1 },
        { featureIds: ['c'] },
        { featureData: collection({ id: 'c', geometry: 1 }) },
      ];
      expect(faultsOf(await post(refused.slice(0, 1)))).toEqual([
        400,
        '/modifications/0/onFeatureExists unknown-word',
        '/modifications/0/onFeatureNotExists unknown-word',
      ]);
      expect(faultsOf(await post(refused.slice(1, 2)))).toEqual([
        400,
        '/modifications/0/featureIds invalid-modification',
      ]);
      expect(faultsOf(await post(refused.slice(2)))).toEqual([
        400,
        '/modifications/0/featureData/features/0/geometry invalid-feature',
      ]);
      const asJson = await hub.call(`${space}/features`, {
        method: 'POST',
        body: { type: 'FeatureModificationList' },
      });
      expect(faultsOf(asJson)).toEqual([400, ' modification-list']);
    });
  });
}
