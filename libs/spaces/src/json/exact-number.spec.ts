import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ExactNumber, numberText } from './exact-number.js';
import { readJson } from './read-json.js';

const textOf = (written: string): string => {
  const number = readJson(written);
  if (typeof number === 'number' || number instanceof ExactNumber) return numberText(number);
  throw new Error(`${written} is no number`);
};

describe('the text of a number', () => {
  it.each([
    ['1000', ['1000', '1e3', '1E3', '1000.0', '1.0e+3', '10000e-1']],
    ['0', ['0', '-0', '0.0', '0e5', '-0.0e-3']],
    ['-1.5', ['-1.5', '-1.50', '-15e-1', '-0.15E1']],
    ['12345678901234567890', ['12345678901234567890', '1.2345678901234567890e19', '12345678901234567890.0']],
    ['1000000000000000000000', ['1e21', '1e+21', '1000000000000000000000']],
    ['0.000001', ['0.000001', '1e-6', '0.1E-5']],
    ['1e-7', ['1e-7', '0.0000001', '0.00000010', '10e-8']],
    ['1.25e-9', ['1.25e-9', '125E-11']],
    ['1e+600', ['1e600', '1E+600', '0.1e601']],
    ['0.1234567890123456789', ['0.1234567890123456789', '1.234567890123456789e-1']],
  ])('is %s for every way of writing it', (text, ways) => {
    expect(ways.map(textOf)).toEqual(ways.map(() => text));
  });

  it('is that of JavaScript where it has no exponent, and leads back to the number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const own = String(number);
        expect(Number(numberText(number))).toBe(number === 0 ? 0 : number);
        if (!own.includes('e')) expect(numberText(number)).toBe(own);
        expect(textOf(JSON.stringify(number))).toBe(numberText(number));
      }),
      { numRuns: 200, endOnFailure: true },
    );
  });
});
