import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { collection, faultsOf, point, type Hub } from './hub.js';

/** Tests of what a client says a write depends on. */
export function declareWriteConditions(open: () => Hub): void {
  const numbered = (n: number) => point('a', 11, 47, { n });

  describe('a write of many features', () => {
    it.each(['if-match', 'if-none-match', 'if-unmodified-since'])(
      'is refused with %s, which is for one feature',
      async (header) => {
        const hub = open();
        const space = await hub.space(numbered(1));
        const headers = { [header]: header.endsWith('since') ? new Date(0).toUTCString() : '"x"' };
        for (const { path, ...request } of [
          { method: 'PUT', path: 'features', body: numbered(2) },
          { method: 'POST', path: 'features', body: numbered(2) },
          { method: 'DELETE', path: 'features?id=a' },
        ]) {
          const answer = await hub.call(`${space}/${path}`, { ...request, headers });
          expect([answer.status, answer.body.errorDetails?.code]).toEqual([400, 'invalid-input']);
          expect(faultsOf(answer).join()).toContain('unsupported-precondition');
        }
        const { body } = await hub.call(`${space}/features?id=a`);
        expect(body.features[0]?.properties).toMatchObject({ n: 1 });
      },
    );

    it.each([
      ['PUT', 'features?dryRun=true', '/dryRun unsupported'],
      ['POST', 'features?dryRun=true', '/dryRun unsupported'],
      ['PUT', 'features/a?dryRun=true', '/dryRun unsupported'],
      ['POST', 'features?e=delete&tags=none', '/tags unknown-parameter'],
      ['POST', 'features?conflictDetecton=true', '/conflictDetecton unknown-parameter'],
      ['PUT', 'features/a?p.n=5', '/p.n unknown-parameter'],
    ])('is refused where it depends on what would be ignored: %s %s', async (method, path, fault) => {
      const hub = open();
      const space = await hub.space(numbered(1));
      expect(faultsOf(await hub.call(`${space}/${path}`, { method, body: numbered(2) }))).toEqual([
        400,
        fault,
      ]);
      const { body } = await hub.call(`${space}/features/a`);
      expect(body.properties).toMatchObject({ n: 1 });
    });

    it('is refused where a list has something else than modifications, or features that it could not see', async () => {
      const hub = open();
      const space = await hub.space();
      const type = 'FeatureModification';
      const postAll = (modifications: unknown) =>
        hub.call(`${space}/features`, {
          method: 'POST',
          headers: { 'content-type': 'application/vnd.here.feature-modification-list' },
          body: { type: 'FeatureModificationList', modifications },
        });
      const post = (...modifications: readonly unknown[]) => postAll(modifications);
      expect(faultsOf(await postAll({}))).toEqual([400, '/modifications invalid-modification']);
      const rules = { type, featureIds: ['a'], onFeatureExists: 'delete' };
      for (const [odd, pointer] of [
        [{ ...rules, onFeatureNotExist: 'error' }, 'onFeatureNotExist'],
        [{ ...rules, featureIds: ['a', 2 ** 60] }, 'featureIds/1'],
      ] as const)
        expect(faultsOf(await post(odd))).toEqual([400, `/modifications/0/${pointer} invalid-modification`]);
      for (const other of [undefined, null, 'Nonsense'])
        expect(faultsOf(await post({ type }, { type: other, featureData: collection() }))).toEqual([
          400,
          '/modifications/1/type invalid-modification',
        ]);
      for (const featureData of [
        { type: 'Feature', id: 'a' },
        [],
        5,
        { type: 'FeatureCollection', features: 5 },
        { type: 'Nonsense', features: [] },
        { features: [] },
      ])
        expect(faultsOf(await post({ type, featureData }))).toEqual([
          400,
          '/modifications/0/featureData invalid-modification',
        ]);
      for (const none of [null, 5, []])
        expect(faultsOf(await post({ type }, none))).toEqual([400, '/modifications/1 invalid-modification']);
      for (const empty of [null, { type: 'FeatureCollection' }, collection()])
        expect((await post({ type, featureData: empty })).status).toBe(200);
    });

    it('with PUT does what e and ne say, too', async () => {
      const hub = open();
      const space = await hub.space(numbered(1));
      const put = (query: string, feature: object, headers = {}) =>
        hub.call(`${space}/features?${query}`, { method: 'PUT', body: feature, headers });
      expect((await put('e=error', numbered(2))).status).toBe(409);
      expect((await put('ne=retain', point('b', 1, 2))).body['inserted']).toBeUndefined();
      expect((await put('e=patch', point('a', 11, 47, { m: 1 }))).body['updated']).toEqual(['a']);
      const lines = { 'content-type': 'application/x-ndjson' };
      expect((await put('e=retain', numbered(9), lines)).status).toBe(200);
      const { body } = await hub.call(`${space}/search`);
      expect(body.features.map(({ id, properties: { n, m } }) => [id, n, m])).toEqual([['a', 1, 1]]);
      expect(faultsOf(await put('e=x', numbered(2)))).toEqual([400, '/e unknown-word']);
    });
  });

  it('tells how long bodies are before they are compressed', async () => {
    const hub = open();
    const space = await hub.space();
    const body = JSON.stringify({ id: 'a', properties: { n: 'x'.repeat(2_000) } });
    const sizesOf = ({ headers }: { readonly headers: Headers }) =>
      ['input', 'output'].map((which) => headers.get(`x-decompressed-${which}-size`));
    const sent = { method: 'PUT', headers: { 'content-encoding': 'gzip' }, body: gzipSync(body) };
    const written = await hub.text(`${space}/features`, sent);
    const size = (text: string) => String(Buffer.byteLength(text));
    expect(sizesOf(written)).toEqual([size(body), size(written.text)]);
    const read = await hub.text(`${space}/features/a`);
    expect(sizesOf(read)).toEqual([null, size(read.text)]);
    const refused = await hub.text(`${space}/features`, { method: 'PUT', body: '{' });
    expect(sizesOf(refused)[1]).toBe(size(refused.text));
  });

  describe('a change of a version that the space keeps', () => {
    it('is merged with what others have changed, and refused where both changed the same', async () => {
      const hub = open();
      const space = await hub.space();
      const features = `${space}/features`;
      await hub.call(space, { method: 'PATCH', body: { versionsToKeep: 3 } });
      await hub.call(features, { method: 'PUT', body: point('a', 11, 47, { n: 1, m: 1 }) });
      await hub.call(`${features}/a`, { method: 'PATCH', body: { properties: { n: 2 } } });
      const stale = (method: string, path: string, properties: object) =>
        hub.call(`${features}${path}conflictDetection=true`, {
          method,
          body: point('a', 11, 47, { ...properties, '@ns:com:here:xyz': { version: 1 } }),
        });
      expect((await stale('PATCH', '/a?', { n: 1, m: 2 })).status).toBe(200);
      const merged = await stale('POST', '?e=merge&', { n: 1, m: 1, k: 1 });
      expect(merged.body.features[0]?.properties).toMatchObject({ n: 2, m: 2, k: 1 });
      const refused = await stale('PATCH', '/a?', { n: 9 });
      expect([faultsOf(refused), refused.body.errorMessage]).toEqual([
        [409, ' version-conflict'],
        expect.stringContaining("'a' has changed since: it has version 4, with another /properties/n."),
      ]);
      expect((await stale('PUT', '?', { n: 9 })).status).toBe(409); // replaces all of it
      await hub.call(`${features}/a`, { method: 'PATCH', body: { properties: { n: 5 } } });
      expect((await stale('PATCH', '/a?', { z: 9 })).status).toBe(409); // version 1 is no longer kept
    });
  });
}
