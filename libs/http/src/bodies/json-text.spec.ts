import { describe, expect, it } from '@jest/globals';
import { parseJson } from './json-text.js';

function faultOf(text: string): string {
  try {
    parseJson(text);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('parseJson', () => {
  it.each(['null', '{"a": [1, 2.5e3, "\\u00e4"]}', ' \t\r\n[]'])('parses %j', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['{"a": 1,\n "b": 2,\n "c": }', 'unexpected `}` at line 3, column 7'],
    ['{"a":1,}', 'unexpected `}` at line 1, column 8'],
    ['[1,\r\n\r\n]', 'unexpected `]` at line 3, column 1'],
    ['{"a" 1}', 'unexpected `1` at line 1, column 6'],
    ['{a: 1}', 'unexpected `a` at line 1, column 2'],
    ["{'title': 1}", "unexpected `'title'` at line 1, column 2"],
    ['title=x', 'unexpected `title=x` at line 1, column 1'],
    ['NaN', 'unexpected `NaN` at line 1, column 1'],
    ['{}{}', 'unexpected `{` at line 1, column 3'],
    ['[01]', 'unexpected `1` at line 1, column 3'],
    ['{"a":', 'unexpected end at line 1, column 6'],
    ['[\n', 'unexpected end at line 2, column 1'],
    ['// x\n1', 'unexpected comment at line 1, column 1'],
    ['["abc]', 'a string without its closing quote at line 1, column 2'],
    ['["a\nb"]', 'a string without its closing quote at line 1, column 2'],
    ['["a\tb"]', 'a string with an unescaped control character at line 1, column 2'],
    ['["\\x"]', 'a string with an unknown escape at line 1, column 2'],
    ['["\\u12"]', 'a string with a broken `\\u` escape at line 1, column 2'],
    ['[1.]', 'an unfinished number at line 1, column 2'],
    ['\u00a01', 'unexpected `\u00a01` at line 1, column 1'],
  ])('reports the error and its position in %j', (text, mistake) => {
    expect(faultOf(text)).toBe(`The body is not JSON: ${mistake}.`);
  });

  it.each(['', ' \n'])('reports that %j is empty', (text) => {
    expect(faultOf(text)).toBe('The body is empty; send JSON.');
  });

  it('rejects JSON that is nested too deep, even if it is malformed', () => {
    const deep = '['.repeat(100_000);
    expect(faultOf(deep)).toBe('The JSON is nested more than 32 levels deep.');
    expect(faultOf(`"\n${deep}`)).toContain('closing quote at line 1');
  });

  it('rejects more than 10,000 values', () => {
    expect(parseJson(JSON.stringify(Array(10_000).fill(',')))).toHaveLength(10_000);
    expect(faultOf(JSON.stringify(Array(10_001).fill(1)))).toBe('The JSON has more than 10000 values.');
  });

  it('does not locate errors beyond the first 64 KiB', () => {
    const long = `[${'1,'.repeat(100_000)}}`;
    expect(faultOf(long)).toBe('The body is not JSON.');
    expect(faultOf(`["${'x'.repeat(200_000)}`)).toBe('The body is not JSON.');
  });
});
