import type { Dataset } from '@cairn/harness';
import type { GdalCount } from './gdal.js';
import type { Imported } from './import-dataset.js';

/** What Cairn and GDAL say of the same data. */
export interface Comparison {
  readonly dataset: Dataset;
  readonly store: string;
  readonly gdal: GdalCount;
  readonly cairn: Imported;
  /** Features that ogr2ogr found in exports. */
  readonly exported: readonly number[];
}

const SOUTH_POLE = -90;
/** GDAL prints 15 digits. */
const PRINTED = 1e-9;

/** What differs, in words; empty where all numbers are equal. */
export function differencesOf(comparison: Comparison): readonly string[] {
  const { gdal, cairn, exported } = comparison;
  const { summary, total, inBox } = cairn;
  const refused = gdal.total - gdal.accepted;
  const stored = gdal.accepted - gdal.repeated;
  return [
    ...(summary.end === 'complete' ? [] : [`the import is ${summary.end}`]),
    ...unlessEqual('stored', total, stored),
    ...unlessEqual('replaced', summary.updated, gdal.repeated),
    ...unlessEqual('refused', summary.failed, refused),
    ...unlessEqual('in the box', inBox, gdal.inBox),
    ...exported.flatMap((count) => unlessEqual('exported', count, stored)),
    ...(areBoundsEqual(comparison) ? [] : ['bounds']),
  ];
}

const unlessEqual = (what: string, cairn: number, gdal: number): readonly string[] =>
  cairn === gdal ? [] : [`${what}: ${cairn}, GDAL ${gdal}`];

/** GDAL takes coordinates as they are written, where a shape around a pole does not reach it. */
function areBoundsEqual({ dataset, cairn, gdal }: Comparison): boolean {
  const [west, south, east, north] = gdal.bounds;
  const expected = [west, dataset.holdsSouthPole ? SOUTH_POLE : south, east, north];
  return expected.every((side, index) => Math.abs((cairn.bounds[index] ?? Infinity) - side) < PRINTED);
}

const NOTES = [
  'Cairn / GDAL. `stored` is without features whose id comes again; `exported` is what ogr2ogr reads of the exports as',
  'GeoJSON, records and CSV; seconds are those of the import.',
];

/** A plain table, with what was refused and what differs below it. */
export function tableOf(comparisons: readonly Comparison[]): string {
  const head = ['data', 'store', 'seconds', 'stored', 'refused', 'in the box', 'bounds', 'exported', 'equal'];
  const rows = comparisons.map((comparison) => {
    const { dataset, store, cairn, gdal, exported } = comparison;
    return [
      ...[dataset.name, store, cairn.seconds.toFixed(1)],
      ...[
        both(cairn.total, gdal.accepted - gdal.repeated),
        both(cairn.summary.failed, gdal.total - gdal.accepted),
      ],
      both(cairn.inBox, gdal.inBox),
      `${boxText(cairn.bounds)} / ${boxText(gdal.bounds)}`,
      exported.join(', '),
      differencesOf(comparison).length === 0 ? 'yes' : 'NO',
    ];
  });
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(head), ...rows.map(line), ...NOTES].join('\n');
}

const both = (cairn: number, gdal: number): string => `${cairn} / ${gdal}`;

const boxText = (box: readonly number[]): string =>
  box.map((degrees) => Number(degrees.toFixed(3))).join(' ');

/** Each refused feature with its reason, those of one data set once. */
export function refusalsOf(comparisons: readonly Comparison[]): readonly string[] {
  const lines = comparisons.flatMap(({ dataset, cairn }) =>
    cairn.summary.errors.map(({ position, message }) => `${dataset.name}, feature ${position}: ${message}`),
  );
  return [...new Set(lines)];
}
