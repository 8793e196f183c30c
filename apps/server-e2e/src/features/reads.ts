import { describe, expect, it } from '@jest/globals';
import { faultsOf, idsOf, type Hub } from './hub.js';
import { sites } from './sites.js';

/** Tests of reading features. */
export function declareReads(open: () => Hub): void {
  let shared: string | undefined;
  /** A space that has the sites; tests do not change it. */
  const siteSpace = async (hub: Hub): Promise<string> => (shared ??= await hub.space(...sites));

  describe('a search', () => {
    it.each([
      ['', ['a', 'b', 'c', 'd']],
      ['limit=2', ['a', 'b']],
      ['p.size%3Dgte=5', ['b', 'c']],
      ['p.size>1&p.size<9=', ['b']],
      ['p.name=Hut,Peak%2C+high', ['a', 'b']],
      ['p.name=', ['c']],
      ['p.name=.null', ['d']],
      ['tags=x,none', ['a']],
      ['tags=x%2Cnone', ['a']],
      ['tags=x+y', ['a']],
      ['tags=y&p.size=5', ['b']],
      ['f.id=a,d', ['a', 'd']],
      ['f.geometry.type=point', ['a', 'b', 'c']],
      ['sort=p.size:desc&f.geometry.type=Point', ['c', 'b', 'a']],
    ])('with %j', async (query, expected) => {
      const hub = open();
      const space = await siteSpace(hub);
      expect(await hub.ids(`${space}/search?clientId=x&unknown=1&skipCache=True&${query}`)).toEqual(expected);
    });

    it.each([
      ['search?tag=x', ['/tag unknown-parameter']],
      ['search?size>5&west=1', ['/size>5 unknown-parameter', '/west unknown-parameter']],
      ['search?limit=1&limit=5', ['/limit ambiguous']],
      ['count?limit=5', ['/limit unknown-parameter']],
      ['features?id=a,b&p.size=5', ['/p.size unknown-parameter']],
      ['features/a?tags=x', ['/tags unknown-parameter']],
      ['spatial?lat=47&lon=11&nearest=', ['/nearest invalid-nearest']],
      ['spatial?lat=47&lon=11&radius=', ['/radius invalid-radius']],
      ['statistics?west=&south=&east=&north=', ['/west required']],
      ['iterate?part=', ['/part invalid-part']],
      ['export?bbox=1,2,3,4', ['/bbox unknown-parameter']],
      ['tile/quadkey/1?lat=1', ['/lat unknown-parameter']],
    ])('or another read with what could narrow it is understood or refused: %s', async (path, faults) => {
      const hub = open();
      const refused = faultsOf(await hub.call(`${await siteSpace(hub)}/${path}`));
      expect(refused.slice(0, faults.length + 1)).toEqual([400, ...faults]);
    });

    it('finds names with dots and operators that are encoded', async () => {
      const hub = open();
      const names = ['a.b', 'a=b', 'a>b', 'a<', 'b.c=d', 'x y', 'a'];
      const space = await hub.space(
        ...names.map((name, index) => ({ id: `${index}`, properties: { [name]: 'yes' } })),
      );
      for (const [index, name] of names.entries()) {
        const sent = encodeURIComponent(name).replaceAll('.', '%2E');
        expect([name, await hub.ids(`${space}/search?p.${sent}=yes`)]).toEqual([
          name,
          name === 'a<' ? ['3', '6'] : [`${index}`], // as most clients send `p.a<=yes`
        ]);
      }
    });

    it('tells all that is wrong with its address', async () => {
      const hub = open();
      const space = await hub.space();
      const wrong = await hub.call(`${space}/search?limit=1e9&p.x&sort=x&clustering=hexbin`);
      expect(faultsOf(wrong)).toEqual([
        400,
        '/limit invalid-type',
        '/p.x invalid-filter',
        '/clustering no-clustering',
        '/sort invalid-sort',
      ]);
    });

    it('shows features as they were given, or what is selected of them', async () => {
      const hub = open();
      const text = `{"type":"Feature","id":"n","x":{"y":12345678901234567890},"geometry":{"type":"Point","coordinates":[1,2,3.50]},"properties":{"a":{"b":1},"c":2}}`;
      const space = await hub.space();
      await hub.call(`${space}/features`, { method: 'PUT', body: text });
      const first = async (query: string) => (await hub.call(`${space}/search?${query}`)).body.features[0];
      expect(await first('')).toMatchObject({ x: {}, geometry: { coordinates: [1, 2, 3.5] } });
      expect(await first('force2D=true')).toMatchObject({ geometry: { coordinates: [1, 2] } });
      expect(await first('selection=p.a.b,!geometry')).toEqual({
        type: 'Feature',
        id: 'n',
        geometry: null,
        properties: { a: { b: 1 } },
      });
    });
  });

  describe('an iteration', () => {
    it('goes on with its handle, also in parts and with filters', async () => {
      const hub = open();
      const all = Array.from({ length: 25 }, (_, index) => ({
        id: `f${String(index).padStart(2, '0')}`,
        properties: { odd: index % 2 },
      }));
      const space = await hub.space(...all);
      const walk = async (query: string, handle = '0'): Promise<readonly string[]> => {
        const answer = await hub.call(`${space}/iterate?limit=10&${query}&handle=${handle}`);
        const { handle: next, nextPageToken } = answer.body;
        expect(next).toBe(nextPageToken);
        return [...idsOf(answer), ...(next === undefined ? [] : await walk(query, next))];
      };
      const ids = all.map(({ id }) => id);
      expect(await walk('')).toEqual(ids);
      expect(await walk('p.odd=1')).toEqual(ids.filter((_, index) => index % 2 === 1));
      const parts = await Promise.all([1, 2, 3].map((part) => walk(`part=${part},3`)));
      expect(parts.flat().sort()).toEqual(ids);
      expect(faultsOf(await hub.call(`${space}/iterate?handle=garbage&part=4,3`))).toEqual([
        400,
        '/handle invalid-handle',
        '/part invalid-part',
      ]);
    });
  });

  describe('features by id', () => {
    it('are found once each; an encoded comma is part of an id only if there is such a feature', async () => {
      const hub = open();
      const space = await hub.space({ id: 'a' }, { id: 'b' }, { id: 'a,b' });
      expect(await hub.ids(`${space}/features?id=b,a&id=none&id=a`)).toEqual(['b', 'a']);
      expect(await hub.ids(`${space}/features?id=a%2Cb`)).toEqual(['a,b']);
      expect(await hub.ids(`${space}/features?id=b%2Cx`)).toEqual(['b']);
      expect(faultsOf(await hub.call(`${space}/features?id=`))).toEqual([400, '/id required']);
    });
  });
}
