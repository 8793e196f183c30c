import type { FileCrs } from '@cairn/spaces';
import { UnknownCrs } from '@cairn/spaces';
import definitions from 'proj4-list';
import accuracies from './crs-accuracies.json' with { type: 'json' };
import { namesIn } from './crs-names-in-text.js';
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

/** Systems that `proj4-list` does not have yet. */
const NEWER: Readonly<Record<string, readonly [name: string, definition: string]>> = {
  'EPSG:7844': ['GDA2020', '+proj=longlat +ellps=GRS80 +no_defs'],
};

/**
 * Metres to where PROJ puts places, and what PROJ states about itself, as `tools/crs` has measured; `null` where a
 * definition is wrong, or needs what is not shipped. A system without an entry is right within 0.1 m.
 */
const measured: ReadonlyMap<string, number | null> = new Map<string, number | null>([
  ...Object.entries(accuracies).map(([code, meters]) => [`EPSG:${code}`, meters] as const),
  ['EPSG:7844', 3],
]);

/** [EPSG code, name in a `.prj`, name for people], from `@esri/proj-codes`. */
const rows: readonly (readonly string[])[] = names;
const codeByName = new Map(rows.map(([code = '', name = '']) => [plain(name), `EPSG:${code}`]));
const nameByCode = new Map(rows.map(([code, , name = '']) => [`EPSG:${code}`, name]));
/** Names that the list has otherwise. */
const OTHER_NAMES: Readonly<Record<string, number>> = {
  WGS_1984: 4326,
  'WGS 84 / Pseudo-Mercator': 3857,
  EUREF_FIN_TM35FIN: 3067,
  'ETRS89 / TM35FIN(E,N)': 3067,
  'ETRS89 / LAEA Europe': 3035,
  'ETRS89-extended / LAEA Europe': 3035,
  'ETRS89 / Poland CS92': 2180,
  'Belge 1972 / Belgian Lambert 72': 31370,
  'NZGD2000 / New Zealand Transverse Mercator 2000': 2193,
  'DHDN / 3-degree Gauss-Kruger zone 2': 31466,
  'DHDN / 3-degree Gauss-Kruger zone 3': 31467,
  'DHDN / 3-degree Gauss-Kruger zone 4': 31468,
  'DHDN / 3-degree Gauss-Kruger zone 5': 31469,
};
for (const [name, code] of Object.entries(OTHER_NAMES)) codeByName.set(plain(name), `EPSG:${code}`);

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
  const [, definition] = definitions[code] ?? NEWER[code] ?? [];
  const accuracyInMeters = measured.get(code);
  if (definition === undefined || accuracyInMeters === null) throw new UnknownCrs(given);
  return {
    code,
    name: nameByCode.get(code) ?? NEWER[code]?.[0] ?? code,
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
 * The system that a text of WKT or PROJJSON names, as in a `.prj`: by the code that it has, else by its name. What else
 * it says is not used, because shifts of the datum are mostly missing there.
 * @throws {UnknownCrs}
 */
export function readCrsText(text: string): KnownCrs {
  const { name, authority, code } = namesIn(text);
  if (code !== undefined && (authority === 'EPSG' || ALIASES[`EPSG:${code}`] !== undefined))
    return readCrsCode(`EPSG:${code}`);
  const found = name === undefined ? undefined : codeOfName(plain(name));
  if (found === undefined) throw new UnknownCrs((name ?? text.trim()).slice(0, 100));
  return readCrsCode(found);
}

/** How the names of EPSG begin, which QGIS 2, R and older GDAL write, and those of Esri. */
const EPSG_BEGINNINGS: readonly (readonly [RegExp, string])[] = [
  [/^wgs(?=[78])/, 'wgs19'],
  [/^nad(?=83|27(?!cuba))/, 'nad19'], // what Esri calls Cuba is a withdrawn system
  [/^etrs89/, 'etrs1989'],
  [/^rgf93(?:v1)?/, 'rgf1993'],
  [/^gda94/, 'gda1994'],
  [/^ch1903lv95$/, 'ch1903+lv95'],
  [/^(?:osgb1936|osgb36|amersfoort)/, ''],
];

/** The code of a name that is `plain`. GDAL adds `_3D` to names where positions have heights. */
function codeOfName(name: string): string | undefined {
  const withoutHeights = name.replace(/3d$/, '');
  const [begins, instead] = EPSG_BEGINNINGS.find(([pattern]) => pattern.test(name)) ?? [];
  const ofEsri = begins === undefined ? undefined : withoutHeights.replace(begins, instead ?? '');
  return (
    codeByName.get(name) ??
    codeByName.get(withoutHeights) ??
    (ofEsri === undefined ? undefined : codeByName.get(ofEsri))
  );
}

/** Names are written with underscores, slashes and spaces, for the same system. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/^gcs_/, '')
    .replaceAll(/[^a-z0-9+]/g, '');
}
