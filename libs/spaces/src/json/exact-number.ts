/** Of an exponent: more of them are not added up, so that numbers with such exponents are the same as texts only. */
const MAX_EXPONENT_DIGITS = 15;

/** A number that JavaScript would write differently, as it was written: with 16 or more digits, or with an exponent. */
export class ExactNumber {
  constructor(readonly text: string) {}
}

/** Whether two numbers have the same value, however they are written: `1E2`, `100` and `100.0` have. */
export function isSameNumber(one: ExactNumber | number, other: ExactNumber | number): boolean {
  const [a, b] = [textOf(one), textOf(other)];
  return a === b || decimalOf(a) === decimalOf(b);
}

const textOf = (number: ExactNumber | number): string =>
  number instanceof ExactNumber ? number.text : String(number);

/** The value in one way of writing: whole digits that neither begin nor end with 0, and a power of ten. */
function decimalOf(written: string): string {
  const [mantissa = '', power = '0'] = written.toLowerCase().split('e');
  const isNegative = mantissa.startsWith('-');
  const [whole = '', fraction = ''] = mantissa.slice(isNegative ? 1 : 0).split('.');
  const digits = whole + fraction;
  let start = 0;
  let end = digits.length;
  while (digits[start] === '0') start += 1;
  if (start === end) return '0';
  while (digits[end - 1] === '0') end -= 1;
  if (power.replace(/^[+-]?0*/, '').length > MAX_EXPONENT_DIGITS) return written;
  const exponent = Number(power) - fraction.length + digits.length - end;
  return `${isNegative ? '-' : ''}${digits.slice(start, end)}e${exponent}`;
}
