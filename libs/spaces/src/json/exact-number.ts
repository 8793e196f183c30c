/** Maximum digits of an exponent that are added up. Numbers with longer exponents are equal only if their texts are. */
const MAX_EXPONENT_DIGITS = 15;

/**
 * A number as it was written, because JavaScript would write it differently: it has 16 or more digits, or an exponent.
 */
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

/** A whole number with more digits is written with an exponent. */
const MAX_PLAIN_DIGITS = 512;
/** As in JavaScript. */
const MAX_LEADING_ZEROS = 6;

/**
 * The value as a text, the same for all ways of writing it: in plain digits, except for very large and very small
 * numbers. If JavaScript can hold a number and writes it without an exponent, the text is JavaScript's own.
 */
export function numberText(number: ExactNumber | number): string {
  if (typeof number === 'number' && Number.isSafeInteger(number)) return String(number);
  const decimal = decimalOf(textOf(number));
  const [, sign = '', digits = '', power] = /^(-?)(\d+)e(-?\d+)$/.exec(decimal) ?? [];
  if (power === undefined) return decimal;
  const point = digits.length + Number(power);
  if (point > MAX_PLAIN_DIGITS || point <= -MAX_LEADING_ZEROS) {
    const [first = '', rest] = [digits.slice(0, 1), digits.slice(1)];
    return `${sign}${first}${rest === '' ? '' : `.${rest}`}e${point > 0 ? '+' : ''}${point - 1}`;
  }
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  const whole = digits.slice(0, point).padEnd(point, '0');
  return point < digits.length ? `${sign}${whole}.${digits.slice(point)}` : sign + whole;
}

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

const MAX_WHOLE_DIGITS = 20;

/** An exact number for callers that take no texts: whole numbers of 64 bits as such, others as doubles. */
export function numberOf({ text }: ExactNumber): number | bigint {
  const [, whole] = /^(-?\d+)(?:\.0+)?$/.exec(text) ?? [];
  return whole === undefined || whole.length > MAX_WHOLE_DIGITS + 1 ? Number(text) : BigInt(whole);
}
