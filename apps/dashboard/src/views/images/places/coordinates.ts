import type { PhotoDetails } from '@cairn/api-schema';

export type PhotoPlace = NonNullable<PhotoDetails['position']>;

const NUMBER = String.raw`\d{1,3}(?:[.,]\d{1,15})?`;
/** Degrees, minutes and seconds, with the side of the world before or behind. `o` is the German east. */
const VALUE = String.raw`(-?${NUMBER})(?:°(?:(${NUMBER})'(?:(${NUMBER})")?)?)?`;
const ANGLE = `(?:([nsewo])${VALUE}|${VALUE}([nsewo]?))`;
const pair = new RegExp(String.raw`^${ANGLE}(?:[,;/ ]|(?<=[nsewo"'°])|(?=[nsewo]))${ANGLE}$`);

/** In lower case, with one sign for what is written in several ways, and without spaces around signs. */
const simplified = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^geo:/, '')
    .replaceAll('−', '-')
    .replaceAll(/[′’]/g, "'")
    .replaceAll(/''|[″”]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(', ', ';') // rather than a decimal comma
    .replaceAll(/ ?([°'",;/nsewo]) ?/g, '$1');

interface Angle {
  readonly degrees: number;
  /** Which of the two it is, as far as its text says. */
  readonly axis: 'latitude' | 'longitude' | undefined;
}

/**
 * Latitude and longitude in a text, as maps copy them: `47.3769, 8.5417`, `47,3769; 8,5417` or `47°22'37"N 8°32'30"E`.
 * `undefined` for anything else.
 */
export function placeIn(text: string): PhotoPlace | undefined {
  const parts = pair.exec(simplified(text));
  if (parts === null) return undefined;
  const [one, other] = [angleOf(parts.slice(1, 9)), angleOf(parts.slice(9))];
  if (one === undefined || other === undefined) return undefined;
  if (one.axis !== undefined && one.axis === other.axis) return undefined;
  const isTurned = one.axis === 'longitude' || other.axis === 'latitude';
  const [latitude, longitude] = isTurned ? [other.degrees, one.degrees] : [one.degrees, other.degrees];
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  return { longitude, latitude };
}

/** A place as {@link placeIn} reads it. */
export const textOfPlace = ({ latitude, longitude }: PhotoPlace): string => `${latitude}, ${longitude}`;

/** Of the groups of `ANGLE`. */
function angleOf(groups: readonly (string | undefined)[]): Angle | undefined {
  const [before, ...parts] = groups;
  const [whole = '', minutes = '0', seconds = '0'] = before === undefined ? parts.slice(3) : parts;
  const side = before ?? groups.at(-1) ?? '';
  const [value, min, sec] = [numberIn(whole.replace('-', '')), numberIn(minutes), numberIn(seconds)];
  if (min >= 60 || sec >= 60) return undefined;
  const isNegative = whole.startsWith('-') !== (side === 's' || side === 'w');
  const degrees = Math.round((value + min / 60 + sec / 3600) * 1e6) / 1e6;
  const axis = side === '' ? undefined : /[ns]/.test(side) ? 'latitude' : 'longitude';
  return { degrees: isNegative ? -degrees : degrees, axis };
}

const numberIn = (text: string): number => Number(text.replace(',', '.'));
