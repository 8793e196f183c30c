import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

/**
 * Files by their names, in base64 and compressed. Those called `huts` and `projected.geojson` are of GDAL 3.6.2 and Info-ZIP,
 * from three places in Switzerland: shapefile in EPSG:2056, GeoPackage in 25832, FlatGeobuf in 2154, GeoJSON in 3067.
 * `faults.csv` is in Windows-1252 with semicolons and decimal commas, `utf16.tsv` has places in one column, and the files
 * called `cut` are the first part of others.
 */
const recording = readFileSync(new URL('./recorded-files.json', import.meta.url), 'utf8');
const files = JSON.parse(recording) as Readonly<Record<string, string>>; // as described

/** What a file is to come to. */
export interface RecordedFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Writes all of them into a folder. */
export async function writeRecordedFiles(folder: string): Promise<ReadonlyMap<string, RecordedFile>> {
  const found = Object.entries(files).map(([name, text]) => {
    const bytes = new Uint8Array(inflateSync(Buffer.from(text, 'base64')));
    return { name, path: join(folder, name), bytes };
  });
  for (const { path, bytes } of found) await writeFile(path, bytes);
  return new Map(found.map((file) => [file.name, file]));
}

/** Of the three places: their names, longitudes and latitudes. */
export const PLACES: readonly (readonly [name: string, longitude: number, latitude: number])[] = [
  ['Bärengraben', 7.4391, 46.9512],
  ['Café „Größe“ €', 8.5417, 47.3769],
  ["Genève, Jet d'eau", 6.1432, 46.2044],
];
