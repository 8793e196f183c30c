import { GrantRepository } from '@cairn/access/spi';
import type { BoundingBox, Tile } from '@cairn/geometry';
import type { Cancellation, PortsOf } from '@cairn/kernel';
import { styleLayers, type StyleLayer, type Theme } from '@cairn/map-style';
import { MAP_BUFFER, TileCache, type OpenedTile, type TileAnswer } from '@cairn/spaces';
import { MapLayerGone, MapPictureFailed } from '../errors.js';
import { OpenLayer, type LayerReader } from '../layers/open-layer.js';
import type { LayerTile } from '../layers/layer-queries.js';
import { MAP_TILE_LAYER, type OpenedLayer } from '../layers/opened-layer.js';
import { getMap, mapPorts } from '../map/find-map.js';
import type { BaseMap, MapKey, WebMap } from '../map/web-map.js';
import { MapPainter } from './map-painter.js';
import type { MapPicture, PictureSize, PictureTile } from './map-picture.js';
import { fittingView, tilesInView, withoutPoles, type Extent, type View } from './mercator.js';

/** What a map without features shows. */
const WORLD = { longitude: 0, latitude: 20, zoom: 1 };
/** Of all tiles of a picture. */
const MAX_TILE_BYTES = 64 * 1024 * 1024;

/** How a picture looks. */
export interface PictureLook extends PictureSize {
  readonly theme: Theme;
  /** Of the names of countries, as BCP 47 has it. */
  readonly language: string;
  /** Instead of that of the map. */
  readonly baseMap?: BaseMap | undefined;
}

/** Who gets a picture. */
export interface PictureReader extends LayerReader {
  readonly cancellation: Cancellation;
}

/** A layer of the map that is shown. */
interface PicturedLayer {
  readonly opened: OpenedLayer;
  readonly bounds: BoundingBox | undefined;
  readonly credit: string;
  readonly zooms: { readonly minZoom: number; readonly maxZoom: number };
}

/** A tile that has not been drawn yet. */
interface WantedTile {
  readonly source: string;
  readonly tile: Tile;
  readonly opened: Pick<OpenedTile, 'identity' | 'kept' | 'draw'>;
}

/** Draws a map as it is when it is opened, as PNG, for those who may read the map: what its tiles give, and nothing else. */
export class DrawMapPicture {
  static readonly ports = {
    ...mapPorts,
    grants: GrantRepository,
    opening: OpenLayer,
    painter: MapPainter,
    cache: TileCache,
  };

  constructor(private readonly ports: PortsOf<typeof DrawMapPicture.ports>) {}

  /** Whether there are pictures at all. */
  get isInstalled(): boolean {
    return this.ports.painter.isInstalled;
  }

  /**
   * Has every write that was acknowledged before. Layers that are gone or not visible are left out. Gives nothing once it is cancelled.
   * @throws {MapNotFound} {MapPictureFailed} {MapPicturesNotInstalled}
   */
  async execute(key: MapKey, look: PictureLook, reader: PictureReader): Promise<Uint8Array | undefined> {
    const map = await getMap(this.ports, key);
    const layers = await this.shown(map, key, reader);
    const boxes = layers.flatMap(({ bounds }) => (bounds === undefined ? [] : [bounds]));
    const extent = { width: look.width / look.scale, height: look.height / look.scale };
    const view = withoutPoles(map.view ?? fittingView(boxes, extent) ?? WORLD, extent);
    const drawn = layers.map((layer) => ({ layer, styled: styledLayers(layer, look.theme, view.zoom) }));
    const tiles = (
      await Promise.all(drawn.map(({ layer, styled }) => tilesOf(layer, styled, { extent, view })))
    ).flat();
    const picture: MapPicture = {
      ...look,
      baseMap: look.baseMap ?? map.baseMap ?? 'ground',
      view,
      layers: drawn.flatMap(({ styled }) => styled),
      credits: [...new Set(layers.map(({ credit }) => credit).filter((credit) => credit !== ''))],
    };
    const identity = JSON.stringify(['picture', picture, tiles.map(({ opened }) => opened.identity)]);
    const draw = async (cancellation: Cancellation): Promise<TileAnswer | undefined> =>
      await this.draw(picture, tiles, { ...reader, cancellation });
    const answer = await this.ports.cache.get(identity, draw, reader.cancellation);
    return answer?.tile.bytes;
  }

  private async shown(map: WebMap, key: MapKey, reader: LayerReader): Promise<readonly PicturedLayer[]> {
    const visible = map.layers.filter((layer) => layer.visible);
    const shown = await Promise.all(
      visible.map(async ({ id }) => await orNothing(async () => await this.open(key, id, reader))),
    );
    return shown.filter((layer) => layer !== undefined);
  }

  private async open(key: MapKey, id: string, reader: LayerReader): Promise<PicturedLayer> {
    const opened = await this.ports.opening.execute(key, id, reader);
    const { attribution, bounds, minZoom, maxZoom } = await opened.describe();
    return { opened, bounds, credit: attribution, zooms: { minZoom, maxZoom } };
  }

  private async draw(
    picture: MapPicture,
    wanted: readonly WantedTile[],
    { holder = '', cancellation }: PictureReader,
  ): Promise<TileAnswer | undefined> {
    let content: TileAnswer['content'] = 'asked';
    async function* read(): AsyncGenerator<PictureTile, void, undefined> {
      let left = MAX_TILE_BYTES;
      for (const { source, tile, opened } of wanted) {
        const answer = opened.kept() ?? (await orNothing(async () => await opened.draw(cancellation)));
        if (cancellation.aborted) return;
        // Without an answer, the layer is gone.
        if (answer?.content !== 'asked') content = 'newer';
        const { bytes } = answer?.tile ?? { bytes: new Uint8Array() };
        left -= bytes.length;
        if (left < 0) throw new MapPictureFailed('its tiles are too large');
        if (bytes.length > 0) yield { source, tile, bytes };
      }
    }
    const bytes = await this.ports.painter.paint(picture, { tiles: read(), holder, cancellation });
    return bytes === undefined ? undefined : { tile: { bytes, omitted: 0 }, content };
  }
}

/** No id of a layer has a colon. */
const sourceOf = (id: string, of: LayerTile['of']): string => `${id}:${of}`;

/** The layers of MapLibre that show a layer at a zoom. */
function styledLayers({ opened }: PicturedLayer, theme: Theme, zoom: number): readonly StyleLayer[] {
  const { id, style } = opened.layer;
  const [source, cellSource] = [sourceOf(id, 'features'), sourceOf(id, 'cells')];
  const place = { source, cellSource, sourceLayer: MAP_TILE_LAYER, theme, idPrefix: `${id}:` };
  return styleLayers(style, place).filter(
    ({ minzoom = 0, maxzoom = Infinity }) => minzoom <= zoom && zoom < maxzoom,
  );
}

/** The tiles that these layers draw from. */
async function tilesOf(
  { opened, zooms }: PicturedLayer,
  styled: readonly StyleLayer[],
  { extent, view }: { readonly extent: Extent; readonly view: View },
): Promise<readonly WantedTile[]> {
  const used = new Set(styled.map(({ source }) => source));
  const { id } = opened.layer;
  const wanted = (['features', 'cells'] as const)
    .filter((of) => used.has(sourceOf(id, of)))
    .flatMap((of) => tilesInView(view, extent, zooms).map((tile) => ({ of, tile })));
  const tiles = wanted.map(
    async ({ of, tile }) =>
      await orNothing(async () => {
        const found = await opened.tile({ of, tile, buffer: MAP_BUFFER });
        return { source: sourceOf(id, of), tile, opened: found };
      }),
  );
  return (await Promise.all(tiles)).filter((tile) => tile !== undefined);
}

/** Nothing, if the layer is gone meanwhile. */
async function orNothing<T>(find: () => Promise<T>): Promise<T | undefined> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof MapLayerGone) return undefined;
    throw error;
  }
}
