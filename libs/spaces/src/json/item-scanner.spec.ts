import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BrokenJson } from './broken-json.js';
import { ItemScanner, type ItemScan } from './item-scanner.js';

const features: ItemScan = { path: ['features'], maxItemLength: 1_000_000, maxEnvelopeLength: 1_000_000 };
const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** What a scanner makes of a text that comes in chunks of these lengths, in turn. */
function cut(text: string, scan = features, lengths: readonly number[] = [text.length * 3]) {
  const bytes = new TextEncoder().encode(text);
  const scanner = new ItemScanner(scan);
  const items: string[] = [];
  for (let [at, turn] = [0, 0]; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    const chunk = bytes.slice(at, at + length);
    for (const item of scanner.feed(chunk)) items.push(decode(item));
    chunk.fill(0); // as a socket does that uses its buffer again
    at += length;
  }
  return { envelope: decode(scanner.end()), items, found: scanner.found };
}

const brokenAt = (text: string, scan = features): string => {
  try {
    cut(text, scan);
    return 'accepted';
  } catch (error) {
    if (error instanceof BrokenJson) return `${error.offsetInBytes} ${error.reason}`;
    throw error;
  }
};

const chunkLengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
const spaces = fc.constantFrom(undefined, 1, '\t', ' \r\n');

describe('an item scanner', () => {
  it('cuts any JSON into items and an envelope that say the same, however it is chunked', () => {
    const members = fc.dictionary(
      fc.string().filter((name) => name !== 'features'),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(members, fc.array(fc.jsonValue()), members, spaces, chunkLengths, (...given) => {
        const [before, items, after, space, lengths] = given;
        const value = { ...before, features: items, ...after };
        const { envelope, items: texts } = cut(JSON.stringify(value, undefined, space), features, lengths);
        expect(texts.map((text) => JSON.parse(text) as unknown)).toEqual(JSON.parse(JSON.stringify(items)));
        expect(JSON.parse(envelope)).toEqual(JSON.parse(JSON.stringify({ ...value, features: [] })));
      }),
    );
  });

  it('gives a text without the array as its envelope', () => {
    fc.assert(
      fc.property(fc.jsonValue(), spaces, chunkLengths, (value, space, lengths) => {
        const text = JSON.stringify(
          { features: value === null || Array.isArray(value) ? 1 : value },
          undefined,
          space,
        );
        expect(cut(text, features, lengths)).toEqual({ envelope: text, items: [], found: false });
      }),
    );
    for (const text of ['7', ' true ', '"x"', '[[1],{"features":[1]}]', '{}', '{"a":{"features":[1]}}'])
      expect(cut(text)).toEqual({ envelope: text, items: [], found: false });
  });

  it('finds an array inside of objects', () => {
    const scan = { ...features, path: ['featureData', 'features'] };
    expect(
      cut('{"features":[0],"featureData":{"x":1,"features":[1,"\\\\",{"a":"]"}]},"y":[2]}', scan),
    ).toEqual({
      envelope: '{"features":[0],"featureData":{"x":1,"features":[]},"y":[2]}',
      items: ['1', '"\\\\"', '{"a":"]"}'],
      found: true,
    });
  });

  it('gives everything as the envelope where no array is asked for', () => {
    for (const text of ['[[1],2]', '{"features":[1]}', '[]'])
      expect(cut(text, { ...features, path: [] })).toEqual({ envelope: text, items: [], found: false });
  });

  it('skips a byte order mark', () => {
    expect(cut('\ufeff{"features":[1]}')).toEqual({ envelope: '{"features":[]}', items: ['1'], found: true });
  });

  it('gives as much of a long item as tells that it is long', () => {
    const scan = { ...features, maxItemLength: 5 };
    expect(cut('{"features":["abc","ab","abcdefgh"]}', scan, [3]).items).toEqual(['"abc"', '"ab"', '"abcde']);
    expect(brokenAt(`{"x":"${'y'.repeat(100)}"}`, { ...features, maxEnvelopeLength: 99 })).toBe(
      '0 has over 99 bytes besides `features`',
    );
  });

  it.each([
    ['', '0 is empty'],
    ['{"features":[1,2', '16 is cut short'],
    ['{"features":[1', '14 is cut short'],
    ['{"features":["a', '15 is cut short'],
    ['{"features":[1]', '15 is cut short'],
    ['{"a":1', '6 is cut short'],
    ['{"features":[1 2]}', '15 has `2` where it must not be'],
    ['{"features":[1,]}', '15 has `]` where it must not be'],
    ['{"features":[1]]}', '15 has `]` where it must not be'],
    ['{"features" [1]}', '12 has `[` where it must not be'],
    ['{features:[1]}', '1 has `f` where it must not be'],
    ['{"features":[1]} x', '17 goes on with `x` behind its end'],
    ['{"features":[1]}\u00e4', '16 goes on with the byte 195 behind its end'],
    ['{"features":[1],"features":[2]}', '27 has more than one `features`'],
  ])('refuses %j', (text, fault) => {
    expect(brokenAt(text)).toBe(fault);
  });
});
