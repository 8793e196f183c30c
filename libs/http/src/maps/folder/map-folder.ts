import { InvalidInput } from '@cairn/kernel';
import {
  MapLayerGone,
  MapLayerNotFound,
  showsOnlyCells,
  type LayerDescription,
  type LayerTile,
  type MapLayer,
  type OpenedLayer,
  type PackLayer,
  type WebMap,
} from '@cairn/maps';
import type { MapStyle } from '@cairn/api-schema';
import type { Theme } from '@cairn/map-style';
import type { PackedTiles } from '@cairn/spaces';
import type { Texts } from '../../sharing/page/texts.js';
import { webMapStyle } from '../web-map-style.js';
import { bytesAt, type FolderFile } from './folder-file.js';
import { folderPage, STYLES } from './folder-page.js';
import { folderReadme } from './folder-readme.js';
import { archiveTiles, groundFiles, groundInFolder } from './ground-folder.js';
import { LayerFileNames } from './layer-file-names.js';
import type { MapProgram } from './map-program.js';

/** The most features that all layers of an exported map may have. */
export const MAX_EXPORTED_FEATURES = 5_000_000;
/** Tiles of all layers together: for exactness, and to have all features. */
const TILES = { forExactness: 20_000, forCompleteness: 100_000 };
/** Each layer may have as many: the world to zoom 5. */
const LEAST_TILES = 1_365;

interface Options {
  readonly map: WebMap;
  /** The ids of layers that are gone. */
  readonly gone: readonly string[];
  /** Without it there is no page. */
  readonly program: MapProgram | undefined;
  readonly texts: Texts;
  readonly packLayer: Pick<PackLayer, 'execute'>;
  /** @throws {MapLayerGone} {MapLayerNotFound} */
  readonly open: (layerId: string) => Promise<OpenedLayer>;
  /** The features of a layer as GeoJSON. */
  readonly features: (layer: OpenedLayer) => AsyncIterable<string | Uint8Array>;
  readonly cancellation: AbortSignal;
  /** Is called now and then while tiles are drawn. @throws when the reader may no longer read. */
  readonly mayGoOn: () => Promise<void> | undefined;
}

/** A layer that is written into the folder. */
interface WrittenLayer {
  readonly layer: MapLayer;
  readonly names: LayerFileNames;
  readonly description: LayerDescription;
  /** The greatest zoom of what was packed. */
  readonly zooms: Map<LayerTile['of'], number>;
}

/** A map as the files of a folder that any web server can serve: what the map gives, and nothing else. */
export class MapFolder {
  private readonly written: WrittenLayer[] = [];
  private readonly left: string[];
  private packed: PackedTiles | undefined;

  constructor(private readonly options: Options) {
    const { map, gone } = options;
    this.left = map.layers.filter(({ id }) => gone.includes(id)).map(({ title }) => title);
  }

  /**
   * The length of the longest text of a single feature, in UTF-16 code units.
   * @throws {InvalidInput} if the layers have too many features, naming the first one for which there is no room.
   */
  async measure(max = MAX_EXPORTED_FEATURES): Promise<number> {
    let [total, longest] = [0, 0];
    for (const [index, { id }] of this.options.map.layers.entries()) {
      const layer = await this.opened(id);
      if (layer === undefined) continue;
      longest = Math.max(longest, await layer.longestText());
      total += await layer.count({ cancellation: this.options.cancellation });
      if (total > max)
        throw InvalidInput.of(
          'too-many-features',
          `Up to this layer the map has ${total} features, and at most ${max} are exported: give it a filter.`,
          `/layers/${index}`,
        );
    }
    return longest;
  }

  /** The files in their order. Each must be read before the next one. */
  async *files(): AsyncGenerator<FolderFile, void, undefined> {
    const { map, program, texts } = this.options;
    if (program !== undefined) {
      yield { name: 'index.html', bytes: folderPage(map, program.script, texts) };
      for (const [name, path] of program.files) yield { name, bytes: bytesAt(path) };
    }
    yield* groundFiles(map.baseMap ?? 'ground');
    for (const [index, { id, title }] of map.layers.entries()) {
      const layer = await this.opened(id);
      if (layer !== undefined) yield* this.layerFiles(layer, new LayerFileNames(index, title));
    }
    for (const theme of ['light', 'dark'] as const)
      yield { name: STYLES[theme], bytes: `${JSON.stringify(this.style(theme), null, 1)}\n` };
    yield {
      name: 'README.txt',
      bytes: folderReadme({ map, hasPage: program !== undefined, exportedAt: new Date(), left: this.left }),
    };
  }

  /** Discards what was packed last. */
  async close(): Promise<void> {
    const { packed } = this;
    this.packed = undefined;
    await packed?.discard();
  }

  private async *layerFiles(opened: OpenedLayer, names: LayerFileNames): AsyncGenerator<FolderFile> {
    const { layer } = opened;
    const written = { layer, names, description: await opened.describe(), zooms: new Map() };
    this.written.push(written);
    if (!showsOnlyCells(layer)) yield { name: names.geoJson, bytes: this.options.features(opened) };
    for (const of of drawnFrom(this.style('light'), layer)) {
      const packed = await this.pack(opened, of);
      written.zooms.set(of, packed.maxZoom);
      yield { name: names.tiles(of), bytes: packed.read() };
      await this.close();
    }
  }

  private async pack(opened: OpenedLayer, of: LayerTile['of']): Promise<PackedTiles> {
    const { map, packLayer, cancellation, mayGoOn } = this.options;
    const share = (tiles: number): number => Math.max(LEAST_TILES, Math.floor(tiles / map.layers.length));
    const packed = await packLayer.execute(opened, {
      of,
      forExactness: share(TILES.forExactness),
      forCompleteness: share(TILES.forCompleteness),
      cancellation,
      progress: mayGoOn,
    });
    if (packed === undefined) throw new ExportCancelled();
    this.packed = packed;
    return packed;
  }

  /** The layer, if it is still there. */
  private async opened(id: string): Promise<OpenedLayer | undefined> {
    if (this.options.gone.includes(id)) return undefined;
    try {
      return await this.options.open(id);
    } catch (error) {
      if (!(error instanceof MapLayerGone || error instanceof MapLayerNotFound)) throw error;
      this.left.push(this.options.map.layers.find((layer) => layer.id === id)?.title ?? id);
      return undefined;
    }
  }

  /** Of the layers that are written. */
  private style(theme: Theme): MapStyle {
    const { map, texts } = this.options;
    const layers = this.written.map(({ layer, names, description }) => ({
      layer,
      description,
      tiles: (of: LayerTile['of']) => archiveTiles(names.tiles(of)),
    }));
    const ground = groundInFolder({ theme, language: texts.language });
    const style = webMapStyle({ map, layers, theme, ground });
    const zooms = new Map<string, number>(
      this.written.flatMap((written) =>
        [...written.zooms].map(([of, zoom]) => [`${written.layer.id}:${of}`, zoom] as const),
      ),
    );
    const sources = Object.entries(style.sources).map(([name, source]) => {
      const maxzoom = zooms.get(name);
      return [name, maxzoom === undefined ? source : { ...source, maxzoom, minzoom: 0 }] as const;
    });
    return { ...style, sources: Object.fromEntries(sources) };
  }
}

/** The client has gone. */
export class ExportCancelled extends Error {}

/** What tiles the style draws a layer from. */
const drawnFrom = ({ sources }: MapStyle, { id }: MapLayer): readonly LayerTile['of'][] =>
  (['features', 'cells'] as const).filter((of) => sources[`${id}:${of}`] !== undefined);
