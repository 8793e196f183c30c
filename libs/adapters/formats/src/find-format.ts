import { UnreadableFile, type FileFormat, type FormatFile } from '@cairn/spaces';
import { ZipArchive } from './archive/zip-archive.js';
import { findTextEncoding, headOf } from './text/encoding.js';

const HEAD_BYTES = 65_536;

/** The format that a file has by its content: names and media types are often wrong. @throws {UnreadableFile} */
export async function findFormat({
  path,
  sizeInBytes,
}: Pick<FormatFile, 'path' | 'sizeInBytes'>): Promise<FileFormat> {
  if (sizeInBytes === 0) throw new UnreadableFile('The file is empty.');
  const head = await headOf(path, HEAD_BYTES);
  const beginning = head.toString('latin1', 0, 16);
  if (beginning.startsWith('PK')) return await formatInArchive(path);
  if (beginning.startsWith('SQLite format 3\0')) return 'geopackage';
  if (beginning.startsWith('fgb')) return 'flatgeobuf';
  if (beginning.startsWith('\xd0\xcf\x11\xe0'))
    throw new UnreadableFile(
      'The file is of an old Excel, or protected by a password. Save it as .xlsx without one.',
    );
  if (beginning.startsWith('PAR1')) throw new UnreadableFile('Parquet files are not read.');
  if (beginning.startsWith('\0\0\x27\x0a'))
    throw new UnreadableFile('The file is one part of a shapefile. Put all of its parts in one ZIP.');
  if (beginning.startsWith('\x1f\x8b')) throw new UnreadableFile('The file is compressed. Unpack it first.');
  return formatOfText(new TextDecoder(findTextEncoding(head)).decode(head, { stream: true }));
}

function formatOfText(head: string): FileFormat {
  const text = head.replace(/^\uFEFF/, '').trimStart();
  if (text.startsWith('<')) return formatOfXml(text);
  if (/^[[{\u001E]/.test(text)) return /"type"\s*:\s*"Topology"/.test(text) ? 'topojson' : 'geojson';
  return 'csv';
}

function formatOfXml(text: string): FileFormat {
  const root = /<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)[\s>/]/.exec(text.replaceAll(/<[?!][^>]*>/g, ''))?.[1];
  if (root === 'gpx') return 'gpx';
  if (root === 'kml' || root === 'Document' || root === 'Folder' || root === 'Placemark') return 'kml';
  if (/^html$/i.test(root ?? ''))
    throw new UnreadableFile('The file is a page of HTML, not a file of places.');
  throw new UnreadableFile(
    `The file is XML that is neither GPX nor KML${root === undefined ? '' : `: it begins with <${root}>`}.`,
  );
}

async function formatInArchive(path: string): Promise<FileFormat> {
  const archive = await ZipArchive.open(path);
  try {
    const has = (pattern: RegExp): boolean => archive.names.some((name) => pattern.test(name));
    if (has(/(?:^|\/)workbook\.xml$/i)) return 'xlsx';
    if (has(/\.shp$/i)) return 'shapefile';
    if (has(/\.kml$/i)) return 'kml';
    throw new UnreadableFile('The archive has no shapefile, no KML and no sheet.');
  } finally {
    archive.close();
  }
}
