import type { FileCrs } from '@cairn/spaces';
import { UnknownCrs } from '@cairn/spaces';
import definitions from 'proj4-list';
import names from './crs-names.json' with { type: 'json' };

/** A reference system that positions can be changed from. */
export interface KnownCrs extends FileCrs {
  /** For proj4. */
  readonly definition: string;
  /** Whether its coordinates are degrees. */
  readonly isGeographic: boolean;
}

export const WGS_84: KnownCrs = {
  code: 'EPSG:4326',
  name: 'WGS 84',
  definition: '+proj=longlat +datum=WGS84 +no_defs',
  isGeographic: true,
};

/** What is told of a system. */
export const shownCrs = ({ code, name, accuracyInMeters }: FileCrs): FileCrs => ({
  code,
  name,
  ...(accuracyInMeters !== undefined && { accuracyInMeters }),
});

/** Web Mercator before it had a number of its own. */
const ALIASES: Readonly<Record<string, string>> = {
  'EPSG:900913': 'EPSG:3857',
  'EPSG:102100': 'EPSG:3857',
  'EPSG:102113': 'EPSG:3857',
  'OGC:CRS84': 'EPSG:4326',
  'EPSG:4979': 'EPSG:4326',
  'OGC:CRS84H': 'EPSG:4326',
};

/** [EPSG code, name in a `.prj`, name for people], from `@esri/proj-codes`. */
const rows: readonly (readonly string[])[] = names;
const codeByName = new Map(rows.map(([code = '', name = '']) => [plain(name), `EPSG:${code}`]));
const nameByCode = new Map(rows.map(([code, , name = '']) => [`EPSG:${code}`, name]));
/** Names that the list has otherwise. */
codeByName.set(plain('EUREF_FIN_TM35FIN'), 'EPSG:3067');
codeByName.set(plain('ETRS89 / TM35FIN(E,N)'), 'EPSG:3067');
codeByName.set(plain('WGS_1984'), 'EPSG:4326');

/**
 * The system of a code, an OGC URN or URL: `EPSG:2056`, `urn:ogc:def:crs:EPSG::2056`, `2056`.
 * @throws {UnknownCrs}
 */
export function readCrsCode(given: string): KnownCrs {
  const [, authority = 'EPSG', number = ''] =
    /^(?:.*?(?:def[:/]crs[:/]))?(?:(EPSG|OGC)[:/])?(?:[\d.]*[:/])?(\w+)$/i.exec(given.trim()) ?? [];
  const named = `${authority.toUpperCase()}:${number.toUpperCase()}`;
  const code = ALIASES[named] ?? named;
  if (code === WGS_84.code) return WGS_84;
  const [, definition] = definitions[code] ?? [];
  if (definition === undefined || !isUsable(definition)) throw new UnknownCrs(given);
  const accuracyInMeters = accuracyOf(definition);
  return {
    code,
    name: nameByCode.get(code) ?? code,
    definition,
    isGeographic: definition.includes('+proj=longlat'),
    ...(accuracyInMeters !== undefined && { accuracyInMeters }),
  };
}

/** The system of an authority and its number; without an authority it is EPSG. @throws {UnknownCrs} */
export function crsOfCode(authority: string | null, code: number | string): KnownCrs {
  return readCrsCode(`${authority === null || authority === '' ? 'EPSG' : authority}:${code}`);
}

/**
 * The system that a text of WKT names, as in a `.prj`: by the code that it has, else by its name. What else it says is
 * not used, because shifts of the datum are mostly missing there.
 * @throws {UnknownCrs}
 */
export function readCrsText(wkt: string): KnownCrs {
  const text = wkt.trim();
  const code =
    /(?:AUTHORITY\["EPSG",\s*"?(\d+)"?\]|ID\["EPSG",\s*"?(\d+)"?\])\s*\]\s*$/i
      .exec(text)
      ?.slice(1)
      .find(Boolean) ?? undefined;
  if (code !== undefined) return readCrsCode(code);
  const name = /^\s*\w+\s*\[\s*"([^"]*)"/.exec(text)?.[1];
  const found = name === undefined ? undefined : codeByName.get(plain(name));
  if (found === undefined) throw new UnknownCrs(name ?? text.slice(0, 100));
  return readCrsCode(found);
}

/** Names are written with underscores, slashes and spaces, for the same system. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/^gcs_/, '')
    .replaceAll(/[^a-z0-9+]/g, '');
}

/** Without a grid of shifts, which is not shipped, and with two axes. */
const isUsable = (definition: string): boolean =>
  !/\+nadgrids=(?!@null)/.test(definition) && !definition.includes('+proj=geocent');

/** What proj4 has a shift of the datum for, under its name. */
const SHIFTED_DATUMS = /\+datum=(?:OSGB36|hermannskogel|GGRS87|potsdam|carthage|ire65|nzgd49)\b/i;
/** Their shift to WGS 84 is none. */
const UNSHIFTED = /\+(?:datum|ellps)=(?:WGS84|GRS80|NAD83)\b|\+a=6378137(?:\.0*)? \+b=6378137(?:\.0*)?\b/;

/** By PROJ's own statements about these shifts, https://epsg.org. */
const KNOWN_ACCURACIES: readonly (readonly [RegExp, number])[] = [
  [/\+ellps=intl .*\+towgs84=-87,/, 10], // ED50
  [/\+datum=OSGB36/, 3],
  [/\+datum=potsdam/, 3],
  [/\+ellps=bessel .*\+towgs84=(?:674\.374|565\.)/, 1], // Switzerland, Netherlands
  [/\+ellps=intl .*\+towgs84=-106\.8686/, 1], // Belgium
];
const SHIFTED_ACCURACY_METERS = 5;
/** Where no shift is known, such as for NAD27. */
const UNSHIFTED_ACCURACY_METERS = 300;

function accuracyOf(definition: string): number | undefined {
  const known = KNOWN_ACCURACIES.find(([pattern]) => pattern.test(definition));
  if (known !== undefined) return known[1];
  const shift = /\+towgs84=(\S+)/.exec(definition)?.[1];
  if (shift !== undefined)
    return shift.split(',').some((part) => Number(part) !== 0) ? SHIFTED_ACCURACY_METERS : undefined;
  if (SHIFTED_DATUMS.test(definition)) return SHIFTED_ACCURACY_METERS;
  return UNSHIFTED.test(definition) ? undefined : UNSHIFTED_ACCURACY_METERS;
}
