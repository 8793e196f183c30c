import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { readAlbumRecord } from '../transfer/album-record.js';
import { Fields } from '../transfer/fields.js';
import { EXPORT_FORMAT } from '../transfer/export-layout.js';
import { Refused, type Destination, type NewSpace } from './destinations/destination.js';
import type { ImageImport } from './image-import.js';
import type { SourceFile } from './sources/source.js';

interface AlbumImport {
  readonly images: Pick<ImageImport, 'idsOf'>;
  readonly destination: Destination;
  /** Told why an album is not added. */
  readonly refused: (reason: string) => void;
}

/** Imports the albums of an export, once its images are there. Returns how many were added. */
export async function importAlbums(
  file: SourceFile,
  { images, destination, refused }: AlbumImport,
): Promise<number> {
  let added = 0;
  for await (const line of createInterface({
    input: Readable.from(await file.open()),
    crlfDelay: Infinity,
  })) {
    const album = readAlbumRecord(Fields.parse(line));
    if (album === undefined) continue;
    const [coverId] = album.coverId === undefined ? [] : images.idsOf([album.coverId]);
    try {
      if (await destination.addAlbum({ ...album, images: images.idsOf(album.images), coverId })) added += 1;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused(`${album.title}: ${error.message}`);
    }
  }
  return added;
}

const FORMATS = { geojson: 'geojson', geojsons: 'geojson-seq' } as const;

/** The space of a file of features: as the JSON beside it says, or called like the file. */
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

async function describedBy(sidecars: readonly SourceFile[]): Promise<Fields | undefined> {
  for (const sidecar of sidecars) {
    if (!/\.json$/i.test(sidecar.name)) continue;
    const parts: Uint8Array[] = [];
    for await (const part of await sidecar.open()) parts.push(part);
    const json = Fields.parse(Buffer.concat(parts).toString('utf8'));
    if (json.number('cairn') === EXPORT_FORMAT) return json;
  }
  return undefined;
}
