import Sqlite from 'sqlite-driver';
import { writtenBytes } from './sample-files.spec.kit.js';
import { shapefileParts, zipOf } from './shapefile-zip.spec.kit.js';

const points = [{ name: 'a', number: 1, position: [8, 47] }] as const;
const POINT = { type: 'Feature', geometry: { type: 'Point', coordinates: [8, 47] }, properties: {} };

/** A ZIP whose numbers at these places behind the signature of the central directory are changed. */
export function withEntry(zip: Buffer, change: (entry: Buffer) => void): Buffer {
  const bytes = Buffer.from(zip);
  change(bytes.subarray(bytes.lastIndexOf('PK\x01\x02', undefined, 'latin1')));
  return bytes;
}

export const [UNPACKED_SIZE, OFFSET, NAME] = [24, 42, 46];

/** A workbook of this sheet (ECMA-376). */
export function workbook(sheet: string, strings = '<sst/>'): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const rels = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const related = (target: string, type: string, id: string): string =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  const parts: readonly (readonly [string, string])[] = [
    ['[Content_Types].xml', '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'],
    [
      '_rels/.rels',
      `<Relationships xmlns="${rels}">${related('xl/workbook.xml', 'officeDocument', 'a')}</Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="s"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${rels}">${related('worksheets/sheet1.xml', 'worksheet', 's')}${related('sharedStrings.xml', 'sharedStrings', 't')}</Relationships>`,
    ],
    ['xl/sharedStrings.xml', strings],
    ['xl/worksheets/sheet1.xml', `<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`],
  ];
  return zipOf(parts.map(([name, text]) => [name, Buffer.from(text)]));
}

/** A GeoPackage after this SQL. */
export async function geoPackage(sql: string): Promise<Uint8Array> {
  const database = new Sqlite(Buffer.from(await writtenBytes('geopackage', [POINT])));
  try {
    database.pragma('foreign_keys = OFF');
    database.exec(sql);
    return database.serialize();
  } finally {
    database.close();
  }
}

/** The beginning of a query that never ends. */
export const ENDLESS = 'WITH RECURSIVE n(fid) AS (SELECT 1 UNION ALL SELECT fid + 1 FROM n)';

/** A shapefile of one point whose parts are changed. */
export function shapefile(change: (shp: Buffer, dbf: Buffer) => void): Buffer {
  const [[, shp], [, dbf]] = shapefileParts(points);
  const [one, two, ...others] = shapefileParts(points);
  change(shp, dbf);
  return zipOf([[one[0], shp], [two[0], dbf], ...others]);
}
