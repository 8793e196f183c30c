const PMTILES = 'pmtiles://';
/** What follows the address of an archive in that of its tiles. */
const TILES = '/{z}/{x}/{y}';

/** The parts of a style that have addresses. */
interface Addressed {
  readonly glyphs?: string | undefined;
  readonly sprite?: unknown;
  readonly 'font-faces'?: unknown;
  readonly sources: Readonly<Record<string, object>>;
}

/** The style with whole addresses, which MapLibre asks for, in place of those relative to the folder that it lies in. */
export function withAddresses<Style extends Addressed>(style: Style, folder: string): Style {
  const { glyphs, sprite, 'font-faces': faces } = style;
  const at = (path: string): string =>
    path.startsWith(PMTILES) ? PMTILES + folder + path.slice(PMTILES.length) : folder + path;
  const sources = Object.fromEntries(
    Object.entries(style.sources).map(([name, source]) => {
      const tiles = tilesOf(source);
      return [name, tiles.length === 0 ? source : { ...source, tiles: tiles.map(at) }];
    }),
  );
  return {
    ...style,
    sources,
    ...(glyphs !== undefined && { glyphs: at(glyphs) }),
    ...(typeof sprite === 'string' && { sprite: at(sprite) }),
    ...(faces !== undefined && { 'font-faces': facesAt(faces as FontFaces, at) }),
  };
}

type FontFaces = Readonly<Record<string, readonly { readonly url: string }[]>>;

const facesAt = (faces: FontFaces, at: (path: string) => string): FontFaces =>
  Object.fromEntries(
    Object.entries(faces).map(([font, files]) => [
      font,
      files.map((file) => ({ ...file, url: at(file.url) })),
    ]),
  );

/** The addresses of the archives that a style has tiles of. */
export const archivesIn = ({ sources }: Pick<Addressed, 'sources'>): readonly string[] =>
  Object.values(sources)
    .flatMap(tilesOf)
    .filter((tiles) => tiles.startsWith(PMTILES))
    .map((tiles) => tiles.slice(PMTILES.length, -TILES.length));

function tilesOf(source: object): readonly string[] {
  const tiles: unknown = 'tiles' in source ? source.tiles : undefined;
  return Array.isArray(tiles) ? tiles.filter((one) => typeof one === 'string') : [];
}
