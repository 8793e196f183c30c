import { EXPORT_LIST, EXPORT_MANIFEST, EXPORT_PARTS } from '../transfer/export-layout.js';
import type { SourceFile } from './sources/source.js';

const IMAGE = /\.(?:jpe?g|jpe|jfif|png|webp|gif|avif|hei[cf]|jxl|tiff?|bmp)$/i;
const SPACE = /\.(?:geojson|ndjson|geojsonl|geojsons)$/i;
const SIDECAR = /\.(?:json|xmp)$/i;

/** Google cuts the name before `.json` to so many characters. */
const TAKEOUT_LENGTH = 46;
const TAKEOUT_SUFFIX = '.supplemental-metadata';

/** The files of a source by what they are to an import. */
export interface Layout {
  /** Whether `cairn export` wrote it. */
  readonly isExport: boolean;
  /** With folders that cannot be read, which may have images. */
  readonly images: readonly SourceFile[];
  readonly spaces: readonly SourceFile[];
  readonly albums: SourceFile | undefined;
  /** Files that are nothing of these. */
  readonly others: readonly SourceFile[];
  /** What lies beside an image, the most telling first. */
  sidecarsOf(image: SourceFile): readonly SourceFile[];
}

/** Tells the files apart by their names. */
export async function layoutOf(files: AsyncIterable<SourceFile>): Promise<Layout> {
  const images: SourceFile[] = [];
  const spaces: SourceFile[] = [];
  const others: SourceFile[] = [];
  const sidecars = new Map<string, SourceFile>();
  const inLowerCase = new Map<string, SourceFile>();
  for await (const file of files) {
    if (file.ignored !== undefined) others.push(file);
    else if (IMAGE.test(file.name) || file.name.endsWith('/')) images.push(file);
    else if (SIDECAR.test(file.name)) {
      sidecars.set(file.name, file);
      inLowerCase.set(file.name.toLowerCase(), file);
    } else if (SPACE.test(file.name)) spaces.push(file);
    else if (file.name !== EXPORT_LIST) others.push(file);
  }
  const isExport = inLowerCase.has(EXPORT_MANIFEST);
  const isAlbums = ({ name }: SourceFile): boolean => isExport && name === EXPORT_PARTS.albums;
  return {
    isExport,
    images,
    spaces: spaces.filter((file) => !isAlbums(file)),
    albums: spaces.find(isAlbums),
    others,
    // `a.jpg` and `A.JPG` may lie in one folder, each with its own.
    sidecarsOf: ({ name }) =>
      namesBeside(name).flatMap(
        (beside) => sidecars.get(beside) ?? inLowerCase.get(beside.toLowerCase()) ?? [],
      ),
  };
}

/** The names that other programs give to what lies beside a file, without duplicates. */
function namesBeside(name: string): readonly string[] {
  const slash = name.lastIndexOf('/') + 1;
  const [folder, base] = [name.slice(0, slash), name.slice(slash)];
  const stem = base.replace(/\.[^.]*$/, '');
  const takeout = (name: string): readonly string[] => [
    name + TAKEOUT_SUFFIX,
    (name + TAKEOUT_SUFFIX).slice(0, TAKEOUT_LENGTH),
  ];
  // Google calls what lies beside `x(1).jpg` `x.jpg(1).json`.
  const [, start = '', number, ending = ''] = /^(.*)(\(\d+\))(\.[^.]*)$/.exec(base) ?? [];
  const original = start + ending;
  const numbered = number === undefined ? [] : [original, ...takeout(original)].map((name) => name + number);
  const bases = [base, ...takeout(base), stem, ...numbered];
  return [...new Set(bases.flatMap((beside) => [`${folder}${beside}.json`, `${folder}${beside}.xmp`]))];
}

const UNSAFE = /[^\p{L}\p{M}0-9 \-_.~()+/]+/gu;

/** The path of an image: `prefix`, then the folders that its file is in, without characters that a path may not have. */
export function pathOf(file: SourceFile, { isExport }: Layout, prefix: string): string {
  const folders = file.name.slice(0, Math.max(0, file.name.lastIndexOf('/')));
  const own =
    isExport && `${folders}/`.startsWith(EXPORT_PARTS.images)
      ? folders.slice(EXPORT_PARTS.images.length)
      : folders;
  return [prefix, own.normalize('NFC').replaceAll(UNSAFE, '-')].filter((part) => part !== '').join('/');
}
