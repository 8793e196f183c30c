import { describe, expect, it } from '@jest/globals';
import { ExactNumber } from './exact-number.js';
import { isMembers, jsonEqual, memberOf } from './json.js';
import { readExactly } from './read-exactly.js';
import { readJson, writeJson } from './read-json.js';

describe('readJson and writeJson', () => {
  it.each([
    '12345678901234567890',
    '-0.12345678901234567890',
    '1e400',
    '[1E5,2.5e-7,8.682127000000001]',
    '{"a":[{"b":12345678901234567890}],"c":"1e5"}',
    '{"__proto__":1e1,"constructor":{"prototype":2}}',
    '["a\\"b\\\\",1e1,"\\\\\\"",{"\\u0001":1e1}]',
    '[null,true,false,"",{},[],1e1]',
    '[0.30000000000000004,1e21,1.5e-7,-8.682127000000001]',
    `["${'7'.repeat(100_000)}","1e5"]`,
  ])('keep %s as it is written', (text) => expect(writeJson(readJson(text))).toBe(text));

  it.each([
    ['[1.0, 2.50,-0]', '[1,2.5,0]'],
    [' { "a" : 1 , "a" : 1e2 } ', '{"a":1e2}'],
    ['[\r\n\t1e2\n]\n', '[1e2]'],
  ])('write %j as %s', (text, written) => expect(writeJson(readJson(text))).toBe(written));

  it('read what JSON.parse reads, and by the exact way the same', () => {
    const value = { a: [1, -2.5, 'ä"\\\n\u2028', [], {}, null, true], '': { ' ': [[[0]]] } };
    const text = JSON.stringify(value, undefined, 2);
    expect(readJson(text)).toEqual(value);
    expect(readExactly(text)).toEqual(value);
    expect(() => readJson('{')).toThrow(SyntaxError);
  });

  it('never meet the members of a prototype', () => {
    const value = readJson('{"__proto__":{"polluted":1e1}}');
    expect(memberOf(value, 'polluted')).toBeUndefined();
    expect(memberOf(value, 'constructor')).toBeUndefined();
    expect(memberOf(memberOf(value, '__proto__'), 'polluted')).toEqual(new ExactNumber('1e1'));
    expect(isMembers(new ExactNumber('1e1'))).toBe(false);
  });
});

describe('jsonEqual', () => {
  const equal = (one: string, other: string): boolean => jsonEqual(readJson(one), readJson(other));

  it.each([
    ['{"a":1,"b":[2]}', '{"b":[2],"a":1.0}'],
    ['12345678901234567890', '12345678901234567890'],
    ['1E20', '100000000000000000000'],
    ['[1e2,{"a":-5E-1}]', '[100,{"a":-0.5}]'],
    ['-12345678901234567890.50', '-1234567890.12345678905E+10'],
    ['1e400', '10E399'],
    ['0.0000001', '1e-7'],
    ['-0e5', '0.00000000000000000000'],
    ['1e0000000000000000000002', '100'],
  ])('holds for %s and %s', (one, other) => {
    expect(equal(one, other)).toBe(true);
    expect(equal(other, one)).toBe(true);
  });

  it.each([
    ['12345678901234567890', '12345678901234567891'],
    ['9007199254740993', '9007199254740992'],
    ['1e400', '1e401'],
    ['1e2', '-1e2'],
    ['1e2', '"1e2"'],
    ['1e99999999999999999998', '1e99999999999999999999'],
    ['{"a":1}', '{"a":1,"b":null}'],
    ['{"toString":null}', '{"a":null}'],
    ['[1,2]', '[2,1]'],
    ['[]', '{}'],
    ['1', '"1"'],
    ['null', 'false'],
  ])('does not hold for %s and %s', (one, other) => {
    expect(equal(one, other)).toBe(false);
    expect(equal(other, one)).toBe(false);
  });

  it('takes no longer for long runs of zeros than to read them', () => {
    const zeros = '0'.repeat(1_000_000);
    expect(equal(`1${zeros}`, '1e1000000')).toBe(true);
    expect(equal(`1${zeros}1`, '1e1000001')).toBe(false);
  });
});

it('takes texts and numbers of any length', () => {
  const digits = '7'.repeat(9_000_000);
  for (const text of [`"${digits}"`, `"1e${digits}"`, `"${'-1.'.repeat(3_000_000)}"`])
    expect(readJson(text) === JSON.parse(text)).toBe(true);
  expect(readJson(`[${digits}]`)).toEqual([new ExactNumber(digits)]);
});
