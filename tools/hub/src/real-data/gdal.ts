import { rm } from 'node:fs/promises';
import { type Box, runCommand } from '@cairn/harness';

/** What GDAL counts in a file, of the features that have no more vertices than Cairn takes. */
export interface GdalCount {
  /** All, the larger ones too. */
  readonly total: number;
  readonly accepted: number;
  /** Of the accepted ones, those that have the id of another one. */
  readonly repeated: number;
  /** With a point in the box. */
  readonly inBox: number;
  /** Around the coordinates as they are written. */
  readonly bounds: Box;
}

/** GDAL refuses features of more than 200 MB of its memory by default. */
const WITHOUT_LIMIT = ['--config', 'OGR_GEOJSON_MAX_OBJ_SIZE', '0'];

/** Counts with SpatiaLite's functions over GDAL's reader. */
export async function countWithGdal(
  file: string,
  { box, maxVertices }: { readonly box: Box; readonly maxVertices: number },
): Promise<GdalCount> {
  const { layer, hasIds } = await layerOf(file);
  const isAccepted = `coalesce(ST_NPoints(geometry), 0) <= ${maxVertices}`;
  const when = (what: string): string => `CASE WHEN ${isAccepted} THEN ${what} END`;
  const columns = [
    `count(*) AS total`,
    `sum(${isAccepted}) AS accepted`,
    hasIds
      ? `count(${when('id')}) - count(DISTINCT ${when('id')}) AS repeated`
      : 'CAST(0 AS integer) AS repeated',
    `sum(${when(`ST_Intersects(geometry, BuildMbr(${box.join(', ')})) = 1`)}) AS inside`,
    `min(${when('MbrMinX(geometry)')}) AS west`,
    `min(${when('MbrMinY(geometry)')}) AS south`,
    `max(${when('MbrMaxX(geometry)')}) AS east`,
    `max(${when('MbrMaxY(geometry)')}) AS north`,
  ];
  const sql = `SELECT ${columns.join(', ')} FROM "${layer}"`;
  const printed = await runCommand('ogrinfo', [
    ...WITHOUT_LIMIT,
    '-ro',
    '-q',
    '-dialect',
    'SQLite',
    '-sql',
    sql,
    file,
  ]);
  const number = (column: string): number =>
    numberIn(printed, new RegExp(`^ *${column} \\(\\w+\\) = (.*)$`, 'm'));
  return {
    total: number('total'),
    accepted: number('accepted'),
    repeated: number('repeated'),
    inBox: number('inside'),
    bounds: [number('west'), number('south'), number('east'), number('north')],
  };
}

/** Has `ogr2ogr` convert a file to a GeoPackage, and gives how many features that has. */
export async function countConverted(source: string): Promise<number> {
  const target = `${source.replace(/^\w+:/, '')}.gpkg`;
  await rm(target, { force: true });
  await runCommand('ogr2ogr', [...WITHOUT_LIMIT, '-f', 'GPKG', '-lco', 'FID=row', target, source]);
  const count = numberIn(
    await runCommand('ogrinfo', [...WITHOUT_LIMIT, '-ro', '-so', '-al', target]),
    /^Feature Count: (\d+)$/m,
  );
  await rm(target, { force: true });
  return count;
}

async function layerOf(file: string): Promise<{ readonly layer: string; readonly hasIds: boolean }> {
  const printed = await runCommand('ogrinfo', [...WITHOUT_LIMIT, '-ro', '-so', '-al', file]);
  const [, layer] = /^Layer name: (.*)$/m.exec(printed) ?? [];
  if (layer === undefined) throw new Error(`GDAL finds no layer in ${file}.`);
  return { layer, hasIds: /^id: /m.test(printed) };
}

function numberIn(text: string, pattern: RegExp): number {
  const [, found = ''] = pattern.exec(text) ?? [];
  if (found === '') throw new Error(`GDAL did not print ${pattern.source}:\n${text}`);
  return Number(found);
}
