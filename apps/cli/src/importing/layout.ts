import { cleanImagePath, parseImagePath } from '@cairn/images';
import { EXPORT_LIST, EXPORT_MANIFEST, EXPORT_PARTS } from '../transfer/export-layout.js';
import { leftOutAlone, leftOutByEnding, leftOutBySource, type LeftOut } from './left-out.js';
import { matchSidecars } from './sidecars/match-sidecars.js';
import type { SourceFile } from './sources/source.js';

const IMAGE = /\.(?:jpe?g|jpe|jfif|jif|mpo|a?png|webp|gif|avif|hei[cf]|hif|jxl|tiff?|bmp)$/i;
const SPACE = /\.(?:geojson|ndjson|geojsonl|geojsons)$/i;
const SIDECAR = /\.(?:json|xmp)$/i;

/** The files of a source by their role in an import. */
export interface Layout {
  /** Whether `cairn export` wrote it. */
  readonly isExport: boolean;
  /** Includes unreadable folders, which may contain images. */
  readonly images: readonly SourceFile[];
  readonly spaces: readonly SourceFile[];
  readonly albums: SourceFile | undefined;
  /** Files with no other role. */
  readonly others: readonly LeftOut[];
  /** The sidecars of an image or a space, the most specific first. */
  sidecarsOf(file: SourceFile): readonly SourceFile[];
  /** The JSON of the photo that this image was edited from, if the image has no JSON itself. */
  originalSidecarsOf(image: SourceFile): readonly SourceFile[];
  /** The number of images without any sidecar. */
  readonly withoutSidecar: number;
}

/** Determines the roles of files by their names. */
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
 * The path of an image: `prefix`, then the folders of its file, without characters that a path cannot have.
 * @throws {InvalidInput} if the result is not a valid path.
 */
export function pathOf(file: SourceFile, { isExport }: Layout, prefix: string): string {
  const folders = file.name.slice(0, Math.max(0, file.name.lastIndexOf('/')));
  const own =
    isExport && `${folders}/`.startsWith(EXPORT_PARTS.images)
      ? folders.slice(EXPORT_PARTS.images.length)
      : folders;
  return parseImagePath([prefix, cleanImagePath(own)].filter((part) => part !== '').join('/'));
}
