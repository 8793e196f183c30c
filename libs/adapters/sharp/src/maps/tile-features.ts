import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import type { PictureTile } from '@cairn/maps';
import type { DrawnLayer } from './layer-rules.js';
import type { PicturePoint, TilePlace, Viewport } from './viewport.js';

/** A tile that was read, at its places in the picture. */
export interface PlacedTile {
  readonly tile: VectorTile;
  readonly places: readonly TilePlace[];
}

/** The features that a layer has in a tile. */
export interface PlacedFeatures {
  readonly features: readonly VectorTileFeature[];
  readonly place: TilePlace;
}

/** The tiles of all sources. */
export class PlacedTiles {
  private readonly sources = new Map<string, PlacedTile[]>();
  private readonly features = new Map<string, readonly PlacedFeatures[]>();

  constructor(tiles: readonly PictureTile[], viewport: Viewport) {
    for (const { source, tile, bytes } of tiles) {
      const places = viewport.placesOf(tile);
      if (places.length === 0) continue;
      const known = this.sources.get(source) ?? [];
      this.sources.set(source, known);
      known.push({ tile: new VectorTile(new PbfReader(bytes)), places });
    }
  }

  /** What a layer draws from, tile by tile. Each is read once for all layers. */
  of({ source = '', 'source-layer': name = '' }: DrawnLayer): readonly PlacedFeatures[] {
    const key = `${source} ${name}`;
    const known = this.features.get(key) ?? this.read(source, name);
    this.features.set(key, known);
    return known;
  }

  private read(source: string, name: string): readonly PlacedFeatures[] {
    return (this.sources.get(source) ?? []).flatMap(({ tile, places }) => {
      const layer = tile.layers[name];
      if (layer === undefined) return [];
      const features = Array.from({ length: layer.length }, (_, index) => layer.feature(index));
      return places.map((place) => ({ features, place }));
    });
  }
}

/** The parts of a feature in pixels of the picture. */
export function partsOf(feature: VectorTileFeature, { x, y, size }: TilePlace): readonly PicturePoint[][] {
  const scale = size / feature.extent;
  return feature
    .loadGeometry()
    .map((part) => part.map((point) => ({ x: x + point.x * scale, y: y + point.y * scale })));
}

/** The points of a feature. Those beyond the edges of the tile are in the next one. */
export function pointsOf(feature: VectorTileFeature, place: TilePlace): readonly PicturePoint[] {
  const isHere = (value: number, first: number): boolean => value >= first && value < first + place.size;
  return partsOf(feature, place)
    .flat()
    .filter((point) => isHere(point.x, place.x) && isHere(point.y, place.y));
}
