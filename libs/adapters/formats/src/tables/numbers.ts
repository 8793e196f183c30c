/** A number as people write it: `47.5`, `1'234.5`, `1 234,5`, with the decimal separator that is named. */
export function parseNumber(text: string, decimal: '.' | ','): number | undefined {
  const trimmed = text.trim();
  const pattern = decimal === '.' ? POINT : COMMA;
  if (!pattern.test(trimmed)) return undefined;
  const plain = trimmed.replaceAll(decimal === '.' ? /[,'’ \u00a0\u202f]/g : /[.'’ \u00a0\u202f]/g, '');
  const value = Number(plain.replace(',', '.'));
  return Number.isFinite(value) ? value : undefined;
}

const POINT = /^[+-]?(?:\d{1,3}(?:[,'’ \u00a0\u202f]\d{3})+|\d+)?(?:\.\d*)?(?:e[+-]?\d+)?$/i;
const COMMA = /^[+-]?(?:\d{1,3}(?:[.'’ \u00a0\u202f]\d{3})+|\d+)?(?:,\d*)?(?:e[+-]?\d+)?$/i;

/**
 * Whether a text is a number and nothing else that only looks like one: a phone number, a postcode or a long identifier
 * keeps its zeros, its sign and its digits.
 */
export function isPlainNumber(text: string, decimal: '.' | ','): boolean {
  const trimmed = text.trim();
  if (trimmed === '' || /^[+]|^-?0\d/.test(trimmed) || !/\d/.test(trimmed)) return false;
  if (/^-?\d{16}/.test(trimmed)) return false; // more digits than a number keeps
  const simple = decimal === '.' ? /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i : /^-?\d+(?:,\d+)?(?:e[+-]?\d+)?$/i;
  return simple.test(trimmed);
}

/** The separator that fits more of these texts: a comma where numbers have one and no point. */
export function findDecimal(texts: Iterable<string>): '.' | ',' {
  let [points, commas] = [0, 0];
  for (const text of texts) {
    if (/^\s*[+-]?\d+\.\d+\s*$/.test(text)) points++;
    if (/^\s*[+-]?\d+,\d+\s*$/.test(text)) commas++;
  }
  return commas > points ? ',' : '.';
}
