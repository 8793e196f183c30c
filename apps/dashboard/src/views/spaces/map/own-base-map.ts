import type { BaseMap } from '@cairn/api-schema';
import {
  addProtocol,
  type LayerSpecification,
  type RasterSourceSpecification,
  type StyleSpecification,
} from 'maplibre-gl';
import { creditsOf } from './credits.ts';

/** What lies below the data of a map, and the names above it. */
export interface Base {
  readonly style: Omit<StyleSpecification, 'layers'>;
  readonly below: readonly LayerSpecification[];
  readonly above: readonly LayerSpecification[];
  /** As HTML, besides what its sources say. */
  readonly credits?: string | undefined;
}

interface Look {
  readonly theme: 'light' | 'dark';
  /** A style with the fonts and icons of the ground, for maps that have none. */
  readonly fonts: Pick<StyleSpecification, 'version' | 'glyphs' | 'sprite' | 'font-faces'>;
}

/** The base map in a theme. */
export type OwnBaseMap = (look: Look) => Base;

const TILE_SIZE = 256;
const PMTILES = 'pmtiles://';
/** Pictures are as bright as their server makes them. */
const IN_THE_DARK = { 'raster-brightness-max': 0.7, 'raster-saturation': -0.3 };
/** The types of tiles that are pictures: PNG, JPEG, WebP, AVIF. */
const PICTURES: readonly number[] = [2, 3, 4, 5];

/** Loads what is needed to draw a base map. @throws {Error} if it cannot be loaded, or is no map of pictures. */
export async function loadBaseMap({ kind, url, attribution, maxZoom }: BaseMap): Promise<OwnBaseMap> {
  const credits = creditsOf(attribution);
  switch (kind) {
    case 'style':
      return await styleAt(url, credits);
    case 'raster':
      return ofPictures({
        type: 'raster',
        tiles: [url],
        tileSize: TILE_SIZE,
        maxzoom: maxZoom,
        attribution: credits,
      });
    case 'pmtiles': {
      const { PMTiles } = await readPmtiles();
      const { tileType } = await new PMTiles(url).getHeader();
      if (!PICTURES.includes(tileType)) throw new Error('The archive has no pictures.');
      return ofPictures({ type: 'raster', url: PMTILES + url, tileSize: TILE_SIZE, attribution: credits });
    }
  }
}

async function styleAt(url: string, credits: string): Promise<OwnBaseMap> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status}`);
  const { layers, ...style } = (await response.json()) as StyleSpecification;
  if (JSON.stringify(style.sources).includes(PMTILES)) await readPmtiles();
  const names = layers.findIndex(({ type }) => type === 'symbol');
  const end = names === -1 ? layers.length : names;
  const [below, above] = [layers.slice(0, end), layers.slice(end)];
  return () => ({ style, below, above, credits });
}

/** Lets maps read archives, whose addresses begin with `pmtiles://`. */
async function readPmtiles() {
  const pmtiles = await import('pmtiles');
  addProtocol('pmtiles', new pmtiles.Protocol().tile);
  return pmtiles;
}

function ofPictures(pictures: RasterSourceSpecification): OwnBaseMap {
  return ({ theme, fonts: { version, glyphs, sprite, 'font-faces': faces } }) => ({
    style: {
      version,
      sources: { pictures },
      ...(glyphs !== undefined && { glyphs }),
      ...(sprite !== undefined && { sprite }),
      ...(faces !== undefined && { 'font-faces': faces }),
    },
    below: [
      { id: 'pictures', type: 'raster', source: 'pictures', paint: theme === 'dark' ? IN_THE_DARK : {} },
    ],
    above: [],
  });
}
