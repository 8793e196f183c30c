/** A reference system that people may choose: its EPSG code and a name that they know it by. */
export type CrsChoice = readonly [code: string, name: string];

const UTM_ZONES = [28, 29, 30, 31, 32, 33, 34, 35, 36, 37];
const LAMBERT_ZONES = [42, 43, 44, 45, 46, 47, 48, 49, 50];

/** Those that files of clubs and authorities mostly have. Every other one is chosen by its code. */
export const crsChoices: readonly CrsChoice[] = [
  ['EPSG:4326', 'WGS 84'],
  ['EPSG:3857', 'Web Mercator'],
  ['EPSG:2056', 'CH1903+ / LV95 (Schweiz, Suisse)'],
  ['EPSG:21781', 'CH1903 / LV03 (Schweiz, Suisse)'],
  ['EPSG:2154', 'RGF93 / Lambert-93 (France)'],
  ...LAMBERT_ZONES.map((zone): CrsChoice => [`EPSG:${3900 + zone}`, `RGF93 / CC${zone} (France)`]),
  ['EPSG:27572', 'NTF / Lambert II étendu (France)'],
  ...UTM_ZONES.map((zone): CrsChoice => [`EPSG:${25800 + zone}`, `ETRS89 / UTM ${zone}N`]),
  ['EPSG:4647', 'ETRS89 / UTM 32N (zE-N, Deutschland)'],
  ['EPSG:31466', 'DHDN / Gauß-Krüger 2 (Deutschland)'],
  ['EPSG:31467', 'DHDN / Gauß-Krüger 3 (Deutschland)'],
  ['EPSG:31468', 'DHDN / Gauß-Krüger 4 (Deutschland)'],
  ['EPSG:31469', 'DHDN / Gauß-Krüger 5 (Deutschland)'],
  ['EPSG:31254', 'MGI / Austria GK West (Österreich)'],
  ['EPSG:31255', 'MGI / Austria GK Central (Österreich)'],
  ['EPSG:31256', 'MGI / Austria GK East (Österreich)'],
  ['EPSG:31287', 'MGI / Austria Lambert (Österreich)'],
  ['EPSG:3416', 'ETRS89 / Austria Lambert (Österreich)'],
  ['EPSG:3035', 'ETRS89 / LAEA Europe'],
  ['EPSG:4258', 'ETRS89'],
  ['EPSG:28992', 'Amersfoort / RD New (Nederland)'],
  ['EPSG:31370', 'BD72 / Belgian Lambert 72 (België)'],
  ['EPSG:3812', 'ETRS89 / Belgian Lambert 2008 (België)'],
  ['EPSG:2169', 'LUREF / Luxembourg TM'],
  ['EPSG:27700', 'OSGB36 / British National Grid'],
  ['EPSG:2157', 'IRENET95 / Irish Transverse Mercator'],
  ['EPSG:3003', 'Monte Mario / Italy zone 1'],
  ['EPSG:3004', 'Monte Mario / Italy zone 2'],
  ['EPSG:6707', 'RDN2008 / UTM 32N (Italia)'],
  ['EPSG:3763', 'ETRS89 / Portugal TM06'],
  ['EPSG:3794', 'Slovenia 1996 / D96 TM (Slovenija)'],
  ['EPSG:3765', 'HTRS96 / Croatia TM (Hrvatska)'],
  ['EPSG:5514', 'S-JTSK / Krovak East North (Česko, Slovensko)'],
  ['EPSG:23700', 'HD72 / EOV (Magyarország)'],
  ['EPSG:2180', 'ETRS89 / PL-1992 (Polska)'],
  ['EPSG:3844', 'Pulkovo 1942(58) / Stereo70 (România)'],
  ['EPSG:2100', 'GGRS87 / Greek Grid (Ελλάδα)'],
  ['EPSG:3006', 'SWEREF99 TM (Sverige)'],
  ['EPSG:3067', 'ETRS89 / TM35FIN (Suomi)'],
  ['EPSG:5972', 'ETRS89 / UTM 32N + NN2000 (Norge)'],
  ['EPSG:3301', 'Estonian Coordinate System of 1997'],
  ['EPSG:3059', 'LKS92 / Latvia TM'],
  ['EPSG:3346', 'LKS94 / Lithuania TM'],
  ...UTM_ZONES.map((zone): CrsChoice => [`EPSG:${32600 + zone}`, `WGS 84 / UTM ${zone}N`]),
  ['EPSG:4269', 'NAD83'],
  ['EPSG:5070', 'NAD83 / Conus Albers (USA)'],
  ['EPSG:3347', 'NAD83 / Statistics Canada Lambert'],
  ['EPSG:2193', 'NZGD2000 / New Zealand TM'],
  ['EPSG:3577', 'GDA94 / Australian Albers'],
  ['EPSG:7855', 'GDA2020 / MGA zone 55'],
  ['EPSG:7856', 'GDA2020 / MGA zone 56'],
];

/** As it is written into the field: `EPSG:2056 – CH1903+ / LV95`. */
export const crsText = ([code, name]: CrsChoice): string => `${code} – ${name}`;

/** The code in what somebody typed or chose: a code, or a name that leaves one choice; `undefined` if that is none. */
export function parseCrs(typed: string): string | undefined {
  const [, code] = /^(?:EPSG:?)?(\d{4,6})(?!\d)/i.exec(typed.replaceAll(/\s/g, '')) ?? [];
  if (code !== undefined) return `EPSG:${code}`;
  const wanted = plain(typed);
  if (wanted === '') return undefined;
  const names = crsChoices.map(([each, name]) => [each, plain(name.split(' (', 1).join(''))] as const);
  const ways = [
    (name: string) => name === wanted,
    (name: string) => name.endsWith(wanted),
    (name: string) => name.includes(wanted),
  ];
  for (const isMeant of ways) {
    const [found, other] = names.filter(([, name]) => isMeant(name));
    if (found !== undefined) return other === undefined || isMeant === ways[0] ? found[0] : undefined;
  }
  return undefined;
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}+]/gu, '');
