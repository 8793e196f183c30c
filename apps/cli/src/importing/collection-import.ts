import { byteLines, InvalidInput } from '@cairn/kernel';
import { readAlbumRecord } from '../transfer/album-record.js';
import { Fields } from '../transfer/fields.js';
import { EXPORT_FORMAT } from '../transfer/export-layout.js';
import { Refused } from '../transfer/refused.js';
import type { Destination, NewSpace } from './destinations/destination.js';
import type { ImageImport } from './image-import.js';
import { MAX_SIDECAR_BYTES, readFile } from './sources/read-file.js';
import type { SourceFile } from './sources/source.js';

/** An album has at most 10,000 images. In an export, each of their ids has at most 64 characters. */
const MAX_ALBUM_LINE_BYTES = 4 * 1024 * 1024;

interface AlbumImport {
  readonly images: Pick<ImageImport, 'idsOf' | 'missingOf'>;
  readonly destination: Destination;
  readonly added: () => void;
  /** Reports why an album is not added, or not all of it. */
  readonly refused: (reason: string) => void;
}

/**
 * Imports the albums of an export after its images. A line that is not an album is refused; other lines are not
 * affected.
 */
export async function importAlbums(
  file: SourceFile,
  { images, destination, added, refused }: AlbumImport,
): Promise<void> {
  if (file.refused !== undefined) throw new Refused(file.refused);
  let number = 0;
  for await (const line of byteLines(await file.open(), MAX_ALBUM_LINE_BYTES)) {
    number += 1;
    const json = line === undefined ? undefined : fieldsOf(line);
    if (json === 'blank') continue;
    const album = json && readAlbumRecord(json);
    if (album === undefined) {
      refused(`Line ${number} is no album.`);
      continue;
    }
    const [coverId] = album.coverId === undefined ? [] : images.idsOf([album.coverId]);
    const missing = images.missingOf(album.images).length;
    try {
      if (!(await destination.addAlbum({ ...album, images: images.idsOf(album.images), coverId }))) continue;
      added();
      if (missing > 0)
        refused(`${album.title}: ${missing} of its ${album.images.length} images are not there.`);
    } catch (error) {
      if (!(error instanceof Refused || error instanceof InvalidInput)) throw error;
      refused(`${album.title}: ${error.message}`);
    }
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** `undefined` if the line is not JSON in UTF-8. */
function fieldsOf(line: Uint8Array): Fields | 'blank' | undefined {
  try {
    const text = utf8.decode(line);
    return text.trim() === '' ? 'blank' : Fields.parse(text);
  } catch {
    return undefined;
  }
}

const FORMATS = { geojson: 'geojson', geojsons: 'geojson-seq' } as const;

/** The space of a file of features: as described by the JSON beside the file, or else named after the file. */
export async function spaceOf(file: SourceFile, sidecars: readonly SourceFile[]): Promise<NewSpace> {
  const name = file.name.slice(file.name.lastIndexOf('/') + 1);
  const stem = name.replace(/\.[^.]*$/, '');
  const ending = name.slice(stem.length + 1).toLowerCase();
  const format = ending === 'geojson' || ending === 'geojsons' ? FORMATS[ending] : 'ndjson';
  const json = await describedBy(sidecars);
  if (json === undefined) {
    const id = stem.replaceAll(/[^\w.~-]+/g, '-').slice(0, 255);
    return { id, title: stem, description: '', settings: {}, format };
  }
  const settings = json.value('settings');
  return {
    id: json.text('id') ?? stem,
    title: json.text('title') ?? stem,
    description: json.text('description') ?? '',
    settings: typeof settings === 'object' && settings !== null ? { ...settings } : {},
    format,
  };
}

/** An unreadable file counts as absent: it belongs to something else, or is too large for an export. */
async function describedBy(sidecars: readonly SourceFile[]): Promise<Fields | undefined> {
  for (const sidecar of sidecars) {
    if (!/\.json$/i.test(sidecar.name)) continue;
    try {
      const json = Fields.parse(Buffer.from(await readFile(sidecar, MAX_SIDECAR_BYTES)).toString('utf8'));
      if (json.number('cairn') === EXPORT_FORMAT) return json;
    } catch (error) {
      if (!(error instanceof Refused || error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}
