import { InvalidInput } from '@cairn/kernel';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseBbox, parseTileArea } from './area.js';
import { assertSupported, parseFeatureLimit, parsePart } from './feature-criteria.js';
import { formatHandle, parseHandle } from './handle.js';
import { hubParameters, lenientList } from './hub-parameters.js';
import { parseShaping, parseSortKeys } from './shaping.js';
import { assertHead } from './version-reference.js';

const faultsOf = (read: () => unknown): readonly string[] => {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof InvalidInput) return error.faults.map(({ pointer, code }) => `${pointer} ${code}`);
    throw error;
  }
};

describe('the parameters of a query', () => {
  it('add up, are split at commas before they are decoded, and have names in any case', () => {
    const query = hubParameters(
      'ID=a,b%2Cc&id=d+e&limit=5&empty=&none&&x=%zz&fast=True&no=true&No=false&p.a=1&F.b=2',
    );
    expect(query.list('id')).toEqual(['a', 'b,c', 'd e']);
    expect(lenientList(query, 'id')).toEqual(['a', 'b', 'c', 'd e']);
    expect(query.integer('LIMIT')).toBe(5);
    expect([query.text('empty'), query.text('none')]).toEqual([undefined, undefined]);
    expect([query.text('x'), query.flag('fast'), query.flag('unknown')]).toEqual(['%zz', true, undefined]);
    for (const name of ['limit', 'empty', 'none', 'no'])
      expect(() => query.flag(name)).toThrow('must be `true` or `false`');
    expect(query.filters).toEqual(['p.a=1', 'F.b=2']);
    expect([query.has('EMPTY'), query.has('x'), query.has('unknown')]).toEqual([true, true, false]);
  });

  it('are refused where one has several values that differ', () => {
    const query = hubParameters('limit=5&limit=50&west=1&west=1');
    expect(faultsOf(() => query.integer('limit'))).toEqual(['/limit ambiguous']);
    expect(query.text('west')).toBe('1');
  });

  it('are read whatever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string({ minLength: 1 }))), (pairs) => {
        const sent = pairs.map(([name, value]) => [
          encodeURIComponent(`x${name}`),
          encodeURIComponent(value),
        ]);
        const parameters = hubParameters(sent.map((pair) => pair.join('=')).join('&'));
        for (const [name] of pairs) {
          const same = pairs.filter(([other]) => other.toLowerCase() === name.toLowerCase());
          expect(parameters.list(`x${name}`)).toEqual(same.map(([, value]) => value));
        }
      }),
      { numRuns: 50, endOnFailure: true },
    );
  });
});

describe('the other parameters', () => {
  it('limit, part and handle', () => {
    const limit = (query: string): number => parseFeatureLimit(hubParameters(query));
    expect([limit(''), limit('limit='), limit('limit=7')]).toEqual([30_000, 30_000, 7]);
    for (const query of ['limit=abc', 'limit=1.5', 'limit=0x10', 'limit=1e9', 'limit=%20'])
      expect(faultsOf(() => limit(query))).toEqual(['/limit invalid-type']);
    for (const query of ['limit=0', 'limit=-1', 'limit=100001'])
      expect(faultsOf(() => limit(query))).toEqual(['/limit invalid-limit']);
    expect([parsePart(hubParameters('part=2,4')), parsePart(hubParameters('part=1%2C1'))]).toEqual([
      { index: 2, of: 4 },
      { index: 1, of: 1 },
    ]);
    for (const query of ['part=1', 'part=0,4', 'part=5,4', 'part=1,2,3', 'part=x,y', 'part=1,1001'])
      expect(faultsOf(() => parsePart(hubParameters(query)))).toEqual([' invalid-part']);
    expect([parseHandle(undefined), parseHandle('0')]).toEqual([undefined, undefined]);
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), (id, other) => {
        expect(parseHandle(formatHandle(id))).toBe(id);
        expect(formatHandle(id)).toMatch(/^\d+$/); // here-cli compares it with 0
        if (other !== '0') expect(faultsOf(() => parseHandle(other))).toEqual([' invalid-handle']);
      }),
      { numRuns: 50, endOnFailure: true },
    );
  });

  it('selection, force2D and sort', () => {
    const shaping = (query: string): unknown => parseShaping(hubParameters(query));
    const properties = [['properties', 'a', '1'], ['x', 'y'], ['p']];
    expect(shaping('selection=p.a.1,x.y%2Cp&force2D=true')).toEqual({
      selection: { paths: properties, geometry: 'shown' },
      force2D: true,
    });
    expect(shaping('selection=*')).toEqual({});
    expect(shaping('selection=!geometry')).toEqual({ selection: { paths: 'all', geometry: 'null' } });
    expect(shaping('selection=x,!geometry')).toEqual({ selection: { paths: [['x']], geometry: 'null' } });
    const sort = (query: string): unknown => parseSortKeys(hubParameters(query));
    expect(sort('sort=p.a:desc,f.id')).toEqual([
      { path: ['properties', 'a'], direction: 'descending' },
      { path: ['id'], direction: 'ascending' },
    ]);
    expect([sort(''), faultsOf(() => sort('sort=a'))]).toEqual([undefined, [' invalid-sort']]);
    expect(shaping('selection=p.a%2Eb,x%2Ey.z')).toEqual({
      selection: {
        paths: [
          ['properties', 'a.b'],
          ['x.y', 'z'],
        ],
        geometry: 'shown',
      },
    });
    expect(sort('sort=p.a%2Eb%3Adesc')).toEqual([{ path: ['properties', 'a.b'], direction: 'descending' }]);
  });

  it('boxes and tiles', () => {
    const box = (query: string): unknown => parseBbox(hubParameters(query));
    expect(box('west=10&south=20&east=-10&north=-20.5')).toEqual([-10, -20.5, 10, 20]);
    expect(faultsOf(() => box('west=x&south=91&east=1'))).toEqual([
      '/west invalid-degrees',
      '/south invalid-degrees',
      '/north required',
    ]);
    const tile = (type: string, tileId: string, query = '') =>
      parseTileArea({ type, tileId }, hubParameters(query));
    expect(tile('quadkey', '0.geojson')).toEqual(tile('web', '1_0_0'));
    const {
      area: [west, , east],
      zoom,
    } = tile('web', '5_0_10', 'margin=8');
    expect(zoom).toBe(5);
    expect(west).toBeGreaterThan(east); // across the antimeridian
    expect(faultsOf(() => tile('QuadKey', '4', 'margin=-1'))).toEqual([
      '/tileId invalid-tile',
      '/margin invalid-margin',
    ]);
    expect(faultsOf(() => tile('x', '0'))).toEqual(['/type unknown-tile-type']);
    expect(tile('web', '1_0_0.mvt')).toEqual(tile('web', '1_0_0'));
  });

  it('versions that are not kept, clusters and contexts are refused', () => {
    const head = (query: string) => faultsOf(() => assertHead(hubParameters(query), 7));
    for (const query of [
      '',
      'version=7',
      'versionRef=main:HEAD',
      'version=head',
      'versionRef=main',
      'version=main:7',
    ])
      expect([query, head(query)]).toEqual([query, []]);
    for (const name of ['version', 'versionRef'])
      for (const value of ['6', '8', '*', '1..3', 'tag', 'other:HEAD'])
        expect(head(`${name}=${value}`)).toEqual([`/${name} version-not-kept`]);
    const refused = faultsOf(() => assertSupported(hubParameters('clustering=hexbin&context=super')));
    expect(refused).toEqual(['/clustering no-clustering', '/context invalid-context']);
    assertSupported(hubParameters('context=DEFAULT&mode=viz'));
  });
});
