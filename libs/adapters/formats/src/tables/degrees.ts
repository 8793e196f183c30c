import { parseNumber } from './numbers.js';

/** Longer texts are no coordinates. */
const MAX_LENGTH = 80;
const TOKENS = /[NSEWO]|[+-]?\d+(?:[.,]\d+)?|\S/gi;
const DIRECTION = /^[NSEWO]$/i;
const SYMBOL = /^[°º:'′’"″”]$/;

/**
 * An angle in degrees: `47.37`, `47,37`, `47°22'12.3" N`, `N 47 22 12`, `-8° 32.5'`. West and south are negative; `O` is
 * east, as in German.
 */
export function parseDegrees(text: string): number | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const numbers: string[] = [];
  let direction: string | undefined;
  for (const token of text.match(TOKENS) ?? []) {
    if (DIRECTION.test(token)) {
      if (direction !== undefined) return undefined;
      direction = token.toUpperCase();
    } else if (/\d/.test(token)) numbers.push(token);
    else if (!SYMBOL.test(token)) return undefined;
  }
  const [first = '', ...others] = numbers;
  const [degrees, ...smaller] = numbers.map((number) =>
    parseNumber(number, number.includes(',') ? ',' : '.'),
  );
  const [minutes = 0, seconds = 0] = smaller;
  if (degrees === undefined || others.length > 2 || smaller.some((part) => part === undefined || part < 0))
    return undefined;
  if (minutes >= 60 || seconds >= 60) return undefined;
  const size = Math.abs(degrees) + minutes / 60 + seconds / 3_600;
  return first.startsWith('-') || direction === 'S' || direction === 'W' ? -size : size;
}

/** Two angles in one text: `47.37, 8.54`, `47.37 8.54`, `(47,37; 8,54)`, `47°22'N 8°32'E`. */
export function parsePair(text: string): readonly [number, number] | undefined {
  if (text.length > 2 * MAX_LENGTH) return undefined;
  for (const [one, other] of halvesOf(text.replaceAll(/[()[\]]/g, ' '))) {
    const [first, second] = [parseDegrees(one), parseDegrees(other)];
    if (first !== undefined && second !== undefined) return [first, second];
  }
  return undefined;
}

/** The ways in which a text may be two. */
function* halvesOf(text: string): Generator<readonly [string, string], void, undefined> {
  for (const separator of [';', ', ', ',']) {
    const parts = text.split(separator);
    const [one = '', other = ''] = parts;
    if (parts.length === 2) yield [one, other];
  }
  const [a = '', b = '', c = '', d = '', ...more] = text.split(',');
  if (d !== '' && more.length === 0) yield [`${a},${b}`, `${c},${d}`]; // 47,37,8,54
  const words = text.split(' ').filter((word) => word !== '');
  const half = words.length / 2;
  if (Number.isInteger(half) && half > 0) yield [words.slice(0, half).join(' '), words.slice(half).join(' ')];
}
