import { type FeatureFormat, type FileFormat, UnreadableFile } from '@cairn/spaces';

/** How each format is read. Loaded when it is needed: their libraries are large. */
const formats: Readonly<Record<FileFormat, () => Promise<FeatureFormat>>> = {
  geojson: async () => new (await import('./geojson/geojson-format.js')).GeoJsonFormat(),
  csv: async () => new (await import('./csv/csv-format.js')).CsvFormat(),
  xlsx: async () => new (await import('./xlsx/xlsx-format.js')).XlsxFormat(),
  gpx: async () => new (await import('./gpx/gpx-format.js')).GpxFormat(),
  kml: async () => new (await import('./kml/kml-format.js')).KmlFormat(),
  shapefile: async () => new (await import('./shapefile/shapefile-format.js')).ShapefileFormat(),
  geopackage: async () => new (await import('./geopackage/geopackage-format.js')).GeoPackageFormat(),
  flatgeobuf: async () => new (await import('./flatgeobuf/flatgeobuf-format.js')).FlatGeobufFormat(),
  topojson: async () => new (await import('./topojson/topojson-format.js')).TopoJsonFormat(),
};

/** @throws {UnreadableFile} if a package that the format needs is not installed. */
export async function openFormat(name: FileFormat): Promise<FeatureFormat> {
  try {
    return await formats[name]();
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    if (!missing) throw error;
    throw new UnreadableFile(`Files of ${name} are not read here: a package is not installed.`, {
      cause: error,
    });
  }
}
