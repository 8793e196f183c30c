import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BrokenJson } from '../../json/broken-json.js';
import { FeatureCutter } from './feature-cutter.js';

const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** What is cut out of a text that comes in chunks of this length, each feature with where it begins. */
function cut(text: string, { length = 1_000_000, maxSize = 1_000 } = {}): readonly string[] {
  const bytes = new TextEncoder().encode(text);
  const cutter = new FeatureCutter(maxSize);
  const found: string[] = [];
  const take = (slices: ReturnType<FeatureCutter['end']>) => {
    for (const { offsetInBytes, bytes, fault } of slices)
      found.push(`${offsetInBytes} ${fault === undefined ? decode(bytes) : `fault: ${fault.detail}`}`);
  };
  try {
    for (let at = 0; at < bytes.length; at += length) {
      const chunk = bytes.slice(at, at + length);
      take(cutter.feed(chunk));
      chunk.fill(0); // as a socket does that uses its buffer again
    }
    take(cutter.end());
  } catch (error) {
    if (!(error instanceof BrokenJson)) throw error;
    found.push(`broken at ${error.offsetInBytes}: ${error.reason}`);
  }
  return found;
}

const a = '{"id":"a","x":[1,{"features":"ä]}"}]}';

describe('a feature cutter', () => {
  it.each([
    ['nothing', '', []],
    ['spaces', ' \r\n\t ', []],
    ['one feature', ` ${a}\n`, [`1 ${a}`]],
    ['a collection', `{"type":"FeatureCollection","features":[${a}, ${a}]}`, [`40 ${a}`, `80 ${a}`]],
    ['members around the features', `{"x":{"y":[]},"features":[{}\n],"z":["features"]}`, ['26 {}']],
    ['a byte order mark', `\ufeff{"features":[{}]}`, ['16 {}']],
    ['an empty collection', '{"features":[]}', []],
    ['lines', `${a}\n\n{"id":1}\r\n{}`, [`0 ${a}`, '40 {"id":1}', '50 {}']],
    ['lines that end in CRLF', '{"id":1}\r\n{"x":\r\n{}\r\n', ['0 {"id":1}', '10 {"x":', '17 {}']],
    ['broken lines', '{}\n{"x":"\n}}\n[]\n{}', ['0 {}', '3 {"x":"', '10 }}', '13 []', '16 {}']],
    ['features on several lines', '{\n}{\n"x":1}\n\n{}\n', ['0 {\n}', '3 {\n"x":1}', '13 {}']],
    ['collections one behind the other', '{"features":[1]}\n{"features":[2]}', ['13 1', '30 2']],
    ['records', '\x1e{\n}\n\x1e{"x"\n\x1e\x1e {}\n', ['1 {\n}', '6 {"x"', '14 {}']],
    [
      'collections on lines, behind a feature',
      '{"type":"Feature"}\n {"type":"FeatureCollection","features":[{"a":1},{"features":[]}]}\n{"features":[]}\n{}',
      ['0 {"type":"Feature"}', '60 {"a":1}', '68 {"features":[]}', '102 {}'],
    ],
    [
      'collections in records, of which a broken one leaves the others alone',
      '\x1e{"features":[1,2}\n\x1e{"features":[3],"type":"X"}\n\x1e{"features":[4]} x\n\x1e{"features":5}\n\x1e{"features":[6]}',
      [
        '14 1',
        '16 2',
        '1 fault: The collection has `}` where it must not be, at its byte 16.',
        '33 3',
        '20 fault: The collection has another `type` than `FeatureCollection`, with `features`, at its byte 28.',
        '62 4',
        '49 fault: The collection goes on with `x` behind its end, at its byte 17.',
        '69 {"features":5}',
        '98 6',
      ],
    ],
    [
      'no collection in another reference system, told before its features',
      '{"crs":{"type":"name","properties":{"name":"EPSG:3857"}},"features":[{}]}',
      [
        'broken at 69: has a `crs` that is `EPSG:3857`, another reference system than WGS 84; convert the data to WGS 84 first, longitude and latitude in degrees, as `ogr2ogr -t_srs EPSG:4326` does',
      ],
    ],
    [
      'no record in another reference system',
      '\x1e{"crs":"EPSG:25832","features":[{}]}\n\x1e{"crs":"EPSG:4326","features":[{}]}',
      [
        '1 fault: The collection has a `crs` that is `EPSG:25832`, another reference system than WGS 84; convert the data to WGS 84 first, longitude and latitude in degrees, as `ogr2ogr -t_srs EPSG:4326` does.',
        '70 {}',
      ],
    ],
    [
      'a collection of another type',
      '{"features":[{}],"type":"Other"} ',
      ['13 {}', 'broken at 32: has another `type` than `FeatureCollection`, with `features`'],
    ],
    [
      'a collection that is no JSON besides its features',
      '{"type":Other,"features":[{}]}',
      ['26 {}', 'broken at 30: is no JSON besides its `features`'],
    ],
    ['what is cut short', '{"features":[{},{"x"', ['13 {}', 'broken at 20: is cut short']],
    ['what is no JSON', '{}\n {} x', ['0 {}', '4 {} x']],
    ['values on one line', '{} {"a":1}{}\nx', ['0 {}', '3 {"a":1}', '10 {}', '13 x']],
    [
      'what breaks a collection',
      ' {"features":[{} {}]}',
      ['14 {}', 'broken at 17: has `{` where it must not be'],
    ],
  ])('cuts %s', (_, text, found) => {
    expect(cut(text)).toEqual(found);
    for (const length of [1, 2, 3, 7]) expect(cut(text, { length })).toEqual(found);
  });

  it('gives as much of a long feature as tells that it is long, and skips long members of a collection', () => {
    const long = `{"id":"${'x'.repeat(90)}"}`;
    const prefix = ['0', '10', '20', '13'].map((offset) => `${offset} `);
    for (const length of [5, 1_000]) {
      const options = { length, maxSize: 20 };
      expect(cut(long, options)).toEqual([prefix[0] + long.slice(0, 21)]);
      expect(cut(`{}\n${long}\n{}`, options)).toEqual(['0 {}', `3 ${long.slice(0, 21)}`, '103 {}']);
      expect(cut(`{"long":${long},"features":[{"id":2}],"z":${long}}`, options)).toEqual(['120 {"id":2}']);
    }
  });

  it('gives the same for a collection, lines and records of the same features, however they are chunked', () => {
    const feature = fc.dictionary(fc.string(), fc.jsonValue()).map((members) => JSON.stringify({ id: 1, ...members })); // prettier-ignore
    const texts = (found: readonly string[]) => found.map((text) => text.slice(text.indexOf(' ') + 1));
    fc.assert(
      fc.property(fc.array(feature), fc.integer({ min: 1, max: 40 }), (features, length) => {
        const options = { length, maxSize: 100_000 };
        const isCollection = features.some((text) => /^\{.*"features":\[/.test(text));
        fc.pre(!isCollection);
        expect(texts(cut(`{"a":[],"features":[${features.join(',')}]}`, options))).toEqual(features);
        expect(texts(cut(features.map((text) => `${text}\n`).join(''), options))).toEqual(features);
        expect(texts(cut(features.map((text) => `\x1e${text}\n`).join(''), options))).toEqual(features);
      }),
      { numRuns: 50 },
    );
  });
});
