/** A map as others get it. */
export interface SharedMap {
  readonly id: string;
  readonly title: string;
  /** The address of its page: `…/m/KEY`. */
  readonly page: string;
  /** Absent of a public map. */
  readonly secret?: string | undefined;
  readonly layers: readonly { readonly id: string; readonly title: string }[];
}

/** In pixels, or all the width there is. */
export interface FrameSize {
  readonly width: number | '100%';
  readonly height: number;
}

/** The most features of a page. */
const PER_PAGE = 1_000;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '');

/** The code by which a page of others shows the map. */
export function frameOf({ page, title }: SharedMap, { width, height }: FrameSize): string {
  return `<iframe src="${escaped(page)}?embed" width="${width}" height="${height}" title="${escaped(title)}" style="border:0" loading="lazy" allow="geolocation" allowfullscreen></iframe>`;
}

/** What programs for maps are given. */
export interface ProgramCodes {
  /** The addresses for a connection of vector tiles, by layer. */
  readonly qgis: string;
  /** A command that makes a GeoPackage of each layer. */
  readonly gdal: string;
}

/** Addresses for programs that send no headers. */
export function programCodes({ id, page, secret, layers }: SharedMap): ProgramCodes {
  const api = `${page.slice(0, page.lastIndexOf('/m/'))}/api/maps/${encodeURIComponent(id)}`;
  const query = secret === undefined ? [] : [`access_token=${secret}`];
  const at = (path: string, ...more: readonly string[]): string => {
    const all = [...more, ...query].join('&');
    return `${api}${path}${all === '' ? '' : `?${all}`}`;
  };
  const tiles = layers.map((layer) => `${layer.title}\n${at(`/layers/${layer.id}/tiles/{z}/{x}/{y}.mvt`)}`);
  const commands = layers.map(
    (layer) =>
      `ogr2ogr -f GPKG ${layer.id}.gpkg "GeoJSON:${at(`/layers/${layer.id}/features`, `limit=${PER_PAGE}`)}"`,
  );
  return { qgis: [...tiles, `Style\n${at('/style.json')}`].join('\n\n'), gdal: commands.join('\n') };
}
