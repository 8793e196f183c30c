import { COUNTRY_CODES } from './recorded.js';

const FALLBACK = 'en';
/** Those whose long names are of offices: Hong Kong SAR China. The short names of others are abbreviations. */
const SHORT = new Set(['HK', 'MO', 'PS']);

/** The language if it is one that this engine has names in. */
function known(language: string): string {
  try {
    return Intl.DisplayNames.supportedLocalesOf(language)[0] ?? FALLBACK;
  } catch {
    return FALLBACK; // no language tag at all
  }
}

/** An expression that gives the name of a country in a language, by its code. Where the engine has none, it is the English one of the tile. */
export function countryName(language: string): readonly unknown[] {
  const locale = known(language);
  const namesIn = (style: 'short' | 'long') =>
    new Intl.DisplayNames(locale, { type: 'region', style, fallback: 'none' });
  const [short, long] = [namesIn('short'), namesIn('long')];
  const names = COUNTRY_CODES.flatMap((code) => {
    const name = (SHORT.has(code) ? short : long).of(code);
    return name === undefined ? [] : [code, name];
  });
  return ['match', ['get', 'iso'], ...names, ['get', 'name']];
}
