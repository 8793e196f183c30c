import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonFault } from './json-fault.js';

describe('what is wrong with a JSON text', () => {
  it.each([
    ['{"a":NaN}', 'has `NaN` at line 1, column 6'],
    ['{"a":\n  -Infinity}', 'has `-Infinity` at line 2, column 3'],
    ['[1e-14.0,2]', 'has `1e-14.0` at line 1, column 2'],
    ['[01]', 'has `01` at line 1, column 2'],
    ['[1,]', 'has `]` at line 1, column 4'],
    ['{"a":1,}', 'has `}` at line 1, column 8'],
    ["{'a':1}", "has `'a'` at line 1, column 2"],
    ['{a:1}', 'has `a` at line 1, column 2'],
    ['{"a" 1}', 'has `1` at line 1, column 6'],
    ['[1 2]', 'has `2` at line 1, column 4'],
    ['[1}', 'has `}` at line 1, column 3'],
    ['{} {}', 'has `{` at line 1, column 4'],
    ['1,2', 'has `,` at line 1, column 2'],
    ['[undefined]', 'has `undefined` at line 1, column 2'],
    ['["a\tb"]', 'has a control character in a string at line 1, column 4'],
    ['["\\x"]', 'has an unknown escape in a string at line 1, column 3'],
    ['["\\u12"]', 'has an unknown escape in a string at line 1, column 3'],
    ['{"a":"b', 'ends in a string without its closing quote'],
    ['{"a":', 'is cut short'],
    [' ', 'is empty'],
    [`[${'x'.repeat(99)}]`, `has \`${'x'.repeat(30)}…\` at line 1, column 2`],
  ])('%s %s', (text, fault) => {
    expect(jsonFault(text)).toBe(fault);
  });

  it('is found in every text that is cut or changed at one place, and never in one that is JSON', () => {
    const whole = 'is cut short'; // a text without a fault reads to its end
    const json = fc.jsonValue().map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(
        json,
        fc.nat(),
        fc.constantFrom('', '}', ']', ',', ':', '"', '\\', 'N', '\n', '-'),
        (text, place, odd) => {
          expect(jsonFault(text)).toBe(whole);
          const at = place % text.length;
          const changed = text.slice(0, at) + odd + text.slice(at + 1);
          try {
            JSON.parse(changed);
            expect(jsonFault(changed)).toBe(whole);
          } catch {
            const [, line = '1', column = '1'] = /line (\d+), column (\d+)/.exec(jsonFault(changed)) ?? [];
            expect(changed.split('\n')[Number(line) - 1]?.length).toBeGreaterThanOrEqual(Number(column) - 1);
          }
        },
      ),
      { numRuns: 300, endOnFailure: true },
    );
  });
});
