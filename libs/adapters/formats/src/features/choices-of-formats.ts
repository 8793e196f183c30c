import { InvalidInput } from '@cairn/kernel';
import type { FileChoices, FileFormat } from '@cairn/spaces';

type Choice = Exclude<keyof FileChoices, 'format' | 'id' | 'columns'>;

/** What can be chosen of files of each format, besides the properties. */
const choicesOf: Readonly<Record<FileFormat, readonly Choice[]>> = {
  geojson: ['crs'],
  csv: ['encoding', 'separator', 'decimal', 'header', 'crs', 'place'],
  xlsx: ['layer', 'decimal', 'header', 'crs', 'place'],
  gpx: [],
  kml: [],
  shapefile: ['layer', 'encoding', 'crs'],
  geopackage: ['layer', 'crs'],
  flatgeobuf: ['crs'],
  topojson: ['layer', 'crs'],
};

/** @throws {InvalidInput} with a pointer for each choice that files of the format do not have. */
export function assertKnown(
  format: FileFormat,
  { format: _, id: __, columns: ___, ...choices }: FileChoices,
): void {
  const known: readonly string[] = choicesOf[format];
  const unknown = Object.entries(choices).filter(
    ([name, value]) => value !== undefined && !known.includes(name),
  );
  if (unknown.length > 0)
    throw new InvalidInput(
      unknown.map(([name]) => ({
        pointer: `/${name}`,
        code: 'unknown-choice',
        detail: `\`${name}\` is not chosen for ${format} files.`,
      })),
    );
}
