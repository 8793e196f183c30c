import { InvalidInput } from '@cairn/kernel';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseFilter } from './feature-criteria.js';
import { hubParameters } from './hub-parameters.js';

const faultsOf = (read: () => unknown): readonly string[] => {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof InvalidInput) return error.faults.map(({ pointer, code }) => `${pointer} ${code}`);
    throw error;
  }
};

const filterOf = (query: string): unknown => parseFilter(hubParameters(query));
const compare = (path: string, operator: string, ...values: readonly unknown[]): unknown => ({
  kind: 'compare',
  path: path.split('.'),
  operator,
  values,
});

const named = (steps: readonly string[], operator: string, ...values: readonly unknown[]): unknown => ({
  kind: 'compare',
  path: ['properties', ...steps],
  operator,
  values,
});

describe('a filter', () => {
  it.each([
    ['p.a=1', compare('properties.a', 'equals', 1)],
    ['p.a.b!=x', compare('properties.a.b', 'notEquals', 'x')],
    ['p.a>5', compare('properties.a', 'greater', 5)],
    ['p.a>5=', compare('properties.a', 'greater', 5)],
    ['p.a=gt=5', compare('properties.a', 'greater', 5)],
    ['p.a%3Dgt=5', compare('properties.a', 'greater', 5)],
    ['p.a%3E%3D5', compare('properties.a', 'atLeast', 5)],
    ['p.a>=-1.5e2', compare('properties.a', 'atLeast', -150)],
    ['p.a=gte=.5', compare('properties.a', 'atLeast', 0.5)],
    ['p.a<x', compare('properties.a', 'less', 'x')],
    ['p.a=lt=1', compare('properties.a', 'less', 1)],
    ['p.a<=1', compare('properties.a', 'atMost', 1)],
    ['p.a=LTE=1', compare('properties.a', 'atMost', 1)],
    ['p.a^=12', compare('properties.a', 'startsWith', '12')],
    ['p.a=bw=x', compare('properties.a', 'startsWith', 'x')],
    ['p.sport=a <= b', compare('properties.sport', 'equals', 'a <= b')],
    ['p.name=New+York', compare('properties.name', 'equals', 'New York')],
    ['p.name=', compare('properties.name', 'equals', '')],
    ['p.name=a,b%2Cc,', compare('properties.name', 'equals', 'a', 'b,c', '')],
    ['p.name=a%00b', compare('properties.name', 'equals', 'a\0b')],
    [`p.a='5',"true",'`, compare('properties.a', 'equals', '5', 'true', `'`)],
    ['p.a=true,false,True,.null,.NULL', compare('properties.a', 'equals', true, false, 'True', null, null)],
    ['p.a=1e999,0x1,1d', compare('properties.a', 'equals', '1e999', '0x1', '1d')],
    ['p.a=01730,007,-01,00,01.5', compare('properties.a', 'equals', '01730', '007', '-01', '00', '01.5')],
    ['p.a=%2B49,5.,1730,0,-0.5', compare('properties.a', 'equals', '+49', '5.', 1730, 0, -0.5)],
    ['p.a%2Eb=1', named(['a.b'], 'equals', 1)],
    ['p.a.b%2ec.d!=x', named(['a', 'b.c', 'd'], 'notEquals', 'x')],
    ['p%2Ea=1', compare('properties.a', 'equals', 1)],
    ['p.a%3Db=yes', named(['a=b'], 'equals', 'yes')],
    ['p.a%3db%3Dgt=5', named(['a=b'], 'greater', 5)],
    ['p.a%3Eb=c=d', named(['a>b'], 'equals', 'c=d')],
    ['p.a%3Cb%3E=gte=5', named(['a<b>'], 'atLeast', 5)],
    ['p.a%3Cb@>x', { kind: 'contain', path: ['properties', 'a<b'], values: ['x'] }],
    ['p.a%2Cb%26c%25=1', named(['a,b&c%'], 'equals', 1)],
    ['p.a*=1', compare('properties.a', 'includes', '1')],
    ['p.a%2A=b,c', compare('properties.a', 'includes', 'b', 'c')],
    ['p.a=has=b', compare('properties.a', 'includes', 'b')],
    ['p.a%21=1', compare('properties.a', 'notEquals', 1)],
    ['p.a%3E=5', compare('properties.a', 'atLeast', 5)],
    ['p.a%3C5=', compare('properties.a', 'less', 5)],
    ['p.a@%3Ek=v', { kind: 'contain', path: ['properties', 'a'], values: ['k=v'] }],
    [
      'p.a%3C=yes',
      {
        kind: 'or',
        filters: [
          named(['a<'], 'equals', 'yes'),
          {
            kind: 'and',
            filters: [named(['a<'], 'equals', null), compare('properties.a', 'atMost', 'yes')],
          },
        ],
      },
    ],
    ['f.tags=cs=Berlin,2024,東京', { kind: 'contain', path: ['tags'], values: ['berlin', '2024', '東京'] }],
    ['f.id=007,1', compare('id', 'equals', '007', '1')],
    ['f.createdAt>5', compare('createdAt', 'greater', 5)],
    ['f.geometry.type=Point', compare('geometry.type', 'equals', 'Point')],
    ['P.a=1', compare('properties.a', 'equals', 1)],
    ['f.tags=cs=a,b', { kind: 'contain', path: ['tags'], values: ['a', 'b'] }],
    [
      'p.a@>{"b":[1,"],"]},[2,3],4',
      { kind: 'contain', path: ['properties', 'a'], values: [{ b: [1, '],'] }, [2, 3], 4] },
    ],
    ['p.a=cs={x', { kind: 'contain', path: ['properties', 'a'], values: ['{x'] }],
    ['tags=a,B%2Cc', { kind: 'contain', path: ['tags'], values: ['a', 'b', 'c'] }],
    ['tags=', undefined],
    ['', undefined],
  ])('%s', (query, expected) => {
    expect(filterOf(query)).toEqual(expected);
  });

  it('holds where all of its elements do; tags with a plus between them are all wanted', () => {
    const tag = (...values: readonly string[]): unknown => ({ kind: 'contain', path: ['tags'], values });
    expect(filterOf('tags=a+b,c&p.x=1&p.y=2')).toEqual({
      kind: 'and',
      filters: [
        compare('properties.x', 'equals', 1),
        compare('properties.y', 'equals', 2),
        { kind: 'or', filters: [tag('c'), { kind: 'and', filters: [tag('a'), tag('b')] }] },
      ],
    });
    expect(filterOf('tags=a%2Bb')).toEqual(tag('a+b'));
    expect(filterOf('tags=C%2B%2B,utc%2b1+%E6%9D%B1%E4%BA%AC&tags=%C3%86r%C3%B8')).toEqual({
      kind: 'or',
      filters: [tag('c++', 'Ærø'), { kind: 'and', filters: [tag('utc+1'), tag('東京')] }],
    });
    expect(filterOf('tags=@A%2Cb')).toEqual(tag('@A,b'));
  });

  it.each(['tags=C++', 'tags=+a', 'tags=a++b', 'tags=+', 'tags=,', 'tags=%2C', 'tags=a,+'])(
    'by %s is refused: what is left of it would be wider',
    (query) => {
      expect(faultsOf(() => filterOf(query))).toEqual(['/tags empty-tag']);
    },
  );

  it('reads back any member and any value that is encoded', () => {
    // Names that end like an operator are not told from it.
    const step = fc
      .string({ minLength: 1 })
      .filter((text) => !/[<>!^*]$|@>|=(?:[gl]te?|cs|bw|has)$/i.test(text));
    const encode = (text: string): string => encodeURIComponent(text).replaceAll('.', '%2E');
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 3 }), fc.string(), (path, value) => {
        const quoted = encodeURIComponent(`'${value}'`);
        expect(filterOf(`p.${path.map(encode).join('.')}=${quoted}`)).toEqual({
          kind: 'compare',
          operator: 'equals',
          path: ['properties', ...path],
          values: [value],
        });
      }),
      { numRuns: 100, endOnFailure: true },
    );
  });

  it('is read or refused, whatever it is, in no time', () => {
    const odd = fc.stringMatching(/^[pf]\.[a.=<>@^{}[\]'",%+!:\\]{0,40}$/);
    fc.assert(
      fc.property(odd, (text) => {
        faultsOf(() => filterOf(text));
      }),
      { numRuns: 300, endOnFailure: true },
    );
    const startedAt = performance.now();
    for (const run of ['{', '{"', ',', '%2C', '[,', "'", '='])
      faultsOf(() => filterOf(`p.a=cs=${run.repeat(8_000 / run.length)}`));
    expect(performance.now() - startedAt).toBeLessThan(20_000); // of a fiftieth, or of minutes
  });

  it('has up to a hundred elements, each with any number of values', () => {
    const elements = Array.from({ length: 101 }, (_, number) => `p.a${number}=1,2,3`);
    expect(filterOf(elements.slice(1).join('&'))).toMatchObject({ kind: 'and', filters: { length: 100 } });
    expect(faultsOf(() => filterOf(elements.join('&')))).toEqual(['/filter too-many-filters']);
  });

  it('names each element that cannot be read', () => {
    expect(faultsOf(() => filterOf('p.a&p.=1&p.a..b=1&f.x/y&p.ok=1'))).toEqual([
      '/p.a invalid-filter',
      '/p. invalid-filter',
      '/p.a..b invalid-filter',
      '/f.x~1y invalid-filter',
    ]);
  });
});
