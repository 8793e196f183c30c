import { describe, expect, it } from '@jest/globals';
import { DEFAULT_FEATURE_LIMITS } from './feature-limits.js';
import { bodyOf } from './feature-body.js';
import { parseDraft, type DraftOptions, type ParsedDraft } from './parse-draft.js';

const options: DraftOptions = { limits: DEFAULT_FEATURE_LIMITS, makeId: () => 'made' };
const parse = (text: string, given: Partial<DraftOptions> = {}): ParsedDraft =>
  parseDraft(text, { ...options, ...given });
const point = '"geometry":{"type":"Point","coordinates":[1,2]}';
const faultsOf = (text: string, given: Partial<DraftOptions> = {}): readonly (readonly string[])[] =>
  (parse(text, given).faults ?? []).map(({ pointer, code }) => [pointer, code]);

describe('parseDraft', () => {
  it('keeps foreign members and drops the bbox, the namespace, and what stands for them', () => {
    const namespace = '"@ns:com:here:xyz":{"tags":["B","b"],"version":3,"createdAt":1,"space":"s"}';
    const text = `{"bbox":[1,2,1,2],"x":{"y":1},${point},"id":7,"properties":{${namespace},"a":null},"z":0}`;
    expect(parse(text).draft?.baseVersion).toBeUndefined();
    expect(parse(text, { detectConflicts: true }).draft).toEqual({
      id: '7',
      foreign: '{"x":{"y":1},"z":0}',
      geometry: '{"type":"Point","coordinates":[1,2]}',
      properties: '{"a":null}',
      tags: ['b'],
      boxes: [[1, 2, 1, 2]],
      outline: 'Point\0null a',
      baseVersion: 3,
    });
  });

  it('tells what is absent from what is null', () => {
    expect(parse('{}').draft).toMatchObject({ id: 'made', geometry: undefined, properties: undefined });
    expect(parse('{"geometry":null,"properties":null}').draft).toMatchObject({
      geometry: 'null',
      properties: 'null',
    });
  });

  it('takes the id it is given, or the text of a number, and puts the prefix in front', () => {
    const id = (text: string, given?: Partial<DraftOptions>) => parse(text, given).draft?.id;
    expect(id('{"id":12345678901234567890}')).toBe('12345678901234567890');
    expect(id('{"id":"a"}', { id: 'b', prefixId: 'p:' })).toBe('p:b');
    expect(id('{}', { prefixId: 'p:' })).toBe('p:made');
  });

  it('refuses another id than the given one where they have to be the same', () => {
    const given = { id: '7', idInText: 'same', prefixId: 'p:' } as const;
    for (const text of ['{"id":7}', '{"id":"7"}', '{}']) expect(parse(text, given).draft?.id).toBe('p:7');
    for (const text of ['{"id":8}', '{"id":"p:7"}'])
      expect(faultsOf(text, given)).toEqual([['/id', 'fixed']]);
  });

  it('says what is wrong in sentences', () => {
    const details = ['[]', '{"type":"Point"}', '{"geometry":{"type":"Point","coordinates":[1,91]}}'].flatMap(
      (text) => parse(text).faults?.map(({ detail }) => detail),
    );
    expect(details).toEqual([
      'It is not a feature: an object whose type is "Feature".',
      '`/type` is not "Feature".',
      '`/geometry/coordinates` has latitude 91, which is not between -90 and 90.',
    ]);
  });

  it('takes a geometry for a feature where it may be one, with exact numbers', () => {
    const given = { mayBeGeometry: true, requiresType: true };
    const text = '{"type":"Point","coordinates":[1.00000000000000000001,2]}';
    expect(parse(text, given).draft).toMatchObject({
      id: 'made',
      foreign: '{}',
      geometry: text,
      properties: '{}',
    });
    const collection = '{"type":"GeometryCollection","geometries":[]}';
    expect(parse(collection, { ...given, id: 'b' }).draft).toMatchObject({ id: 'b', geometry: collection });
    expect(faultsOf('{"type":"Point","coordinates":[1,91]}', given)).toEqual([
      ['/coordinates', 'invalid-feature'],
    ]);
    for (const other of ['{"type":"Point"}', '{"type":"Topology","coordinates":[1,2]}'])
      expect(faultsOf(other, given)).toEqual([['/type', 'invalid-feature']]);
    expect(faultsOf(text)).toEqual([['/type', 'invalid-feature']]);
  });

  it('names every fault by its pointer', () => {
    expect(faultsOf('{"type":"Feature",')).toEqual([['', 'invalid-json']]);
    expect(faultsOf('[]')).toEqual([['', 'invalid-feature']]);
    expect(faultsOf('{"type":"Point"}')).toEqual([['/type', 'invalid-feature']]);
    expect(faultsOf('{"geometry":{"type":"Point","coordinates":[1,91]},"id":"","properties":3}')).toEqual([
      ['/id', 'invalid-feature'],
      ['/properties', 'invalid-feature'],
      ['/geometry/coordinates', 'invalid-feature'],
    ]);
    expect(faultsOf('{"properties":{"a":1e999}}')).toEqual([['/properties/a', 'invalid-feature']]);
    expect(faultsOf('{"properties":{"a":"\\u0000","b":"\\ud800"}}')).toHaveLength(2);
    const pointer = '/properties/@ns:com:here:xyz/tags';
    for (const tags of ['"a"', '[1]', `["${'x'.repeat(256)}"]`])
      expect(faultsOf(`{"properties":{"@ns:com:here:xyz":{"tags":${tags}}}}`)).toEqual([
        [pointer, 'invalid-tags'],
      ]);
  });

  it('takes the version that the client had for what it is, or refuses it', () => {
    const text = (version: string) => `{"properties":{"@ns:com:here:xyz":{"version":${version}}}}`;
    const detecting = { detectConflicts: true };
    const known = ['0', '7', '-1', 'null'].map(
      (version) => parse(text(version), detecting).draft?.baseVersion,
    );
    expect(known).toEqual([0, 7, -1, undefined]);
    for (const version of ['"3"', '1.5', '1e300', '12345678901234567890', 'true', '[3]', '{}']) {
      const pointer = '/properties/@ns:com:here:xyz/version';
      expect([version, faultsOf(text(version), detecting)]).toEqual([
        version,
        [[pointer, 'invalid-version']],
      ]);
      expect(faultsOf(text(version))).toEqual([]);
    }
  });

  it('has limits for the id, the size in UTF-8, the depth and the vertices', () => {
    const long = (length: number) => faultsOf(JSON.stringify({ id: '🗺'.repeat(length) })).length;
    expect([long(512), long(513)]).toEqual([0, 1]);
    const text = JSON.stringify({ id: 'ä€🗺' });
    const sized = (maxSizeInBytes: number) =>
      faultsOf(text, { limits: { ...options.limits, maxSizeInBytes } });
    expect([sized(18), sized(17)]).toEqual([[], [['', 'feature-too-large']]]);
    expect(parse(text, { limits: { ...options.limits, maxSizeInBytes: 17 } }).faults).toMatchObject([
      { detail: 'It has more than 17 bytes; simplify its geometry, or cut it into several features.' },
    ]);
    const deep = (depth: number) => `{"properties":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
    expect([faultsOf(deep(30)).length, faultsOf(deep(31)).length]).toEqual([0, 1]);
    expect(faultsOf(deep(10_000)).length).toBe(1);
    const points = (count: number) =>
      faultsOf(`{"geometry":{"type":"MultiPoint","coordinates":[${Array(count).fill('[1,2]').join(',')}]}}`, {
        limits: { ...options.limits, maxVertices: 10 },
      }).length;
    expect([points(10), points(11)]).toEqual([0, 1]);
  });
});

describe('bodyOf', () => {
  it('puts the properties last, and the namespace last in them', () => {
    const parts = { id: '"', foreign: '{}', geometry: 'null', properties: '{}' };
    expect(bodyOf(parts)).toBe(
      '{"type":"Feature","id":"\\"","geometry":null,"properties":{"@ns:com:here:xyz":{',
    );
    expect(bodyOf({ ...parts, foreign: '{"x":1}', properties: '{"a":2}' })).toBe(
      '{"type":"Feature","id":"\\"","x":1,"geometry":null,"properties":{"a":2,"@ns:com:here:xyz":{',
    );
  });
});
