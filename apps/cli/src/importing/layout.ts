import { cleanImagePath, parseImagePath } from '@cairn/images';
import { EXPORT_LIST, EXPORT_MANIFEST, EXPORT_PARTS } from '../transfer/export-layout.js';
import { leftOutAlone, leftOutByEnding, leftOutBySource, type LeftOut } from './left-out.js';
import { matchSidecars } from './sidecars/match-sidecars.js';
import type { SourceFile } from './sources/source.js';

const IMAGE = /\.(?:jpe?g|jpe|jfif|jif|mpo|a?png|webp|gif|avif|hei[cf]|hif|jxl|tiff?|bmp)$/i;
const SPACE = /\.(?:geojson|ndjson|geojsonl|geojsons)$/i;
const SIDECAR = /\.(?:json|xmp)$/i;

/** The files of a source by what they are to an import. */
export interface Layout {
  /** Whether `cairn export` wrote it. */
  readonly isExport: boolean;
  /** With folders that cannot be read, which may have images. */
  readonly images: readonly SourceFile[];
  readonly spaces: readonly SourceFile[];
  readonly albums: SourceFile | undefined;
  /** Files that are nothing of these. */
  readonly others: readonly LeftOut[];
  /** What lies beside an image or a space, the most telling first. */
  sidecarsOf(file: SourceFile): readonly SourceFile[];
  /** JSON beside the photo that an image was edited from, where the image has none of its own. */
  originalSidecarsOf(image: SourceFile): readonly SourceFile[];
  /** How many images have neither. */
  readonly withoutSidecar: number;
}

/** Tells the files apart by their names. */
export async function layoutOf(files: AsyncIterable<SourceFile>): Promise<Layout> {
  const images: SourceFile[] = [];
  const spaces: SourceFile[] = [];
  const others: LeftOut[] = [];
  const sidecars: SourceFile[] = [];
  for await (const file of files) {
    if (file.ignored !== undefined) others.push(leftOutBySource(file, file.ignored));
    else if (IMAGE.test(file.name) || file.name.endsWith('/')) images.push(file);
    else if (SIDECAR.test(file.name)) sidecars.push(file);
    else if (SPACE.test(file.name)) spaces.push(file);
    else if (file.name !== EXPORT_LIST) others.push(leftOutByEnding(file));
  }
  const isManifest = ({ name }: SourceFile): boolean => name.toLowerCase() === EXPORT_MANIFEST;
  const isExport = sidecars.some(isManifest);
  const { own, ofOriginals, unmatched } = matchSidecars([...images, ...spaces], sidecars);
  for (const sidecar of unmatched) if (!isManifest(sidecar)) others.push(leftOutAlone(sidecar));
  const isAlbums = ({ name }: SourceFile): boolean => isExport && name === EXPORT_PARTS.albums;
  return {
    isExport,
    images,
    spaces: spaces.filter((file) => !isAlbums(file)),
    albums: spaces.find(isAlbums),
    others,
    sidecarsOf: ({ name }) => own.get(name) ?? [],
    originalSidecarsOf: ({ name }) => ofOriginals.get(name) ?? [],
    withoutSidecar: images.filter(
      ({ name }) => !name.endsWith('/') && !own.has(name) && !ofOriginals.has(name),
    ).length,
  };
}

/**
 * The path of an image: `prefix`, then the folders that its file is in, without characters that a path may not have.
 * @throws {InvalidInput} if it cannot be one.
 */
export function pathOf(file: SourceFile, { isExport }: Layout, prefix: string): string {
  const folders = file.name.slice(0, Math.max(0, file.name.lastIndexOf('/')));
  const own =
    isExport && `${folders}/`.startsWith(EXPORT_PARTS.images)
      ? folders.slice(EXPORT_PARTS.images.length)
      : folders;
  return parseImagePath([prefix, cleanImagePath(own)].filter((part) => part !== '').join('/'));
}
