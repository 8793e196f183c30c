import { describe, expect, it } from '@jest/globals';
import { collection, faultsOf, point, type Hub } from './hub.js';

/** Tests of writing one feature at its own address. */
export function declareSingleWrites(open: () => Hub): void {
  const numbered = (id: string, n: unknown) => point(id, 11, 47, { n });

  describe('one feature', () => {
    it('is put, changed and deleted at its own address, whatever its id', async () => {
      const hub = open();
      const space = await hub.space();
      for (const id of ['a', 'a/b', 'a b', 'ä', '%2F', 'a,b']) {
        const path = `${space}/features/${encodeURIComponent(id)}`;
        const put = await hub.call(path, { method: 'PUT', body: numbered('other', 1) });
        expect([put.status, put.body['id']]).toEqual([200, id]);
        const patched = await hub.call(path, { method: 'PATCH', body: { properties: { m: 2 } } });
        expect(patched.body).toMatchObject({ id, properties: { n: 1, m: 2 } });
        expect(patched.headers.get('etag')).toBe((await hub.call(path)).headers.get('etag'));
        expect((await hub.call(path, { method: 'DELETE' })).status).toBe(204);
        const gone = [
          await hub.call(path),
          await hub.call(path, { method: 'DELETE' }),
          await hub.call(path, { method: 'PATCH', body: {} }),
        ];
        for (const answer of gone) {
          expect(faultsOf(answer)).toEqual([404, 'feature-not-found']);
          expect(answer.body.errorMessage).toBe(`There is no feature with the id '${id}'.`);
        }
      }
    });

    it('is of the one branch that there is', async () => {
      const hub = open();
      const path = `${await hub.space(numbered('a', 1))}/features/a`;
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        const body = method !== 'DELETE' && { body: numbered('a', 2) };
        const written = await hub.call(`${path}?versionRef=draft:HEAD`, { method, ...body });
        expect(faultsOf(written)).toEqual([400, '/versionRef version-not-writable']);
      }
      expect((await hub.call(path)).body.properties).toMatchObject({ n: 1 });
      expect((await hub.call(`${path}?versionRef=HEAD`, { method: 'DELETE' })).status).toBe(204);
    });

    it('is written only as the client knows it, if it says so', async () => {
      const hub = open();
      const space = await hub.space(numbered('a', 1));
      const path = `${space}/features/a`;
      const known = (await hub.call(`${path}?force2D=true`)).headers.get('etag') ?? '';
      const write = (method: string, ifMatch: string) =>
        hub.call(path, {
          method,
          headers: { 'if-match': ifMatch },
          ...(method !== 'DELETE' && { body: { properties: { n: 2 } } }),
        });
      const patched = await write('PATCH', known.replace('W/', ''));
      expect([patched.status, patched.headers.get('etag') === known]).toEqual([200, false]);
      for (const method of ['PUT', 'PATCH', 'DELETE'])
        expect(faultsOf(await write(method, known))).toEqual([412, 'precondition-failed']);
      expect((await write('PUT', '*')).status).toBe(200);
      const isNew = { method: 'PUT', body: {}, headers: { 'if-none-match': '*' } };
      expect(faultsOf(await hub.call(path, isNew))).toEqual([412, 'precondition-failed']);
      expect((await hub.call(`${space}/features/new`, isNew)).status).toBe(200);
      expect((await write('DELETE', (await hub.call(path)).headers.get('etag') ?? '')).status).toBe(204);
      expect(faultsOf(await write('PUT', '*'))).toEqual([412, 'precondition-failed']);
    });

    it('of a body is no collection, and has no other fault', async () => {
      const hub = open();
      const space = await hub.space();
      const put = (body: unknown) => hub.call(`${space}/features/a`, { method: 'PUT', body });
      expect(faultsOf(await put(collection()))).toEqual([400, '/type invalid-feature']);
      expect(faultsOf(await put('{'))).toEqual([400, 'malformed-json']);
      expect(faultsOf(await put('[[]]'))).toEqual([400, ' invalid-feature']);
      expect(faultsOf(await put(point('x', 0, 91)))).toEqual([400, '/geometry/coordinates invalid-feature']);
    });
  });
}
