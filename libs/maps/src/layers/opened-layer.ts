import type { BoundingBox, Tile } from '@cairn/geometry';
import { InvalidInput, type Cancellation, type PortsOf } from '@cairn/kernel';
import {
  AnalyseFeatures,
  attributionOf,
  CountFeatures,
  DescribeMap,
  DrawTile,
  ExportFeatures,
  mostOfOne,
  SearchFeatures,
  shapeFeatures,
  type Analysis,
  type AnalysisQuery,
  type Caller,
  type Clustering,
  type FeatureChunk,
  type FeatureCriteria,
  type FeatureExport,
  type FeatureQuery,
  type FeatureShaping,
  type MemberPath,
  type OpenedTile,
  type PropertyFilter,
} from '@cairn/spaces';
import { allOf, pathsIn } from '../map/layer-filter.js';
import { showsOnlyCells, shownProperties } from '../map/parse-layer.js';
import type { MapLayer } from '../map/web-map.js';
import { clusteringOf } from '../styles/styles.js';
import { orGone, partsOrGone } from './or-gone.js';
import { ALWAYS_SHOWN, ShownMembers } from './shown-members.js';

/** The name of the only layer in tiles of a map. */
export const MAP_TILE_LAYER = 'features';

/** Makes what shapes the texts of features, where that does not block others. */
export type LayerShaper = (shaping: FeatureShaping) => (texts: string) => string | Promise<string>;

const shaperHere: LayerShaper = (shaping) => (texts) => shapeFeatures(texts, shaping);

/** Of the layer's features, those that meet these criteria. The filter is only by what the layer shows. */
type LayerCriteria = Omit<FeatureCriteria, 'reader' | 'near'>;

/** What is wanted of a tile. */
export interface LayerTile extends Pick<LayerCriteria, 'filter'> {
  readonly tile: Tile;
  /** The features, or the cells that the style draws. */
  readonly of: 'features' | 'cells';
  /** Buffer on each side, in units of the grid of the tile. */
  readonly buffer: number;
}

/** What is searched for. It is sorted only by what the layer shows. */
export interface LayerSearch extends LayerCriteria, Pick<FeatureQuery, 'after' | 'sort'> {
  readonly limit: number;
  readonly shaper?: LayerShaper | undefined;
  readonly cancellation?: Cancellation | undefined;
}

/** What is counted, only by what the layer shows. */
export interface LayerAnalysisQuery
  extends LayerCriteria, Pick<AnalysisQuery, 'groupBy' | 'histogram' | 'timeBuckets'> {
  readonly cancellation?: Cancellation | undefined;
}

/** What features are like, as far as the layer shows them. A layer that shows only cells has no `bounds`. */
export type LayerAnalysis = Omit<Analysis, 'summary' | 'bounds'> &
  Partial<Pick<Analysis, 'bounds'>> &
  Pick<Analysis['summary'], 'geometryTypes' | 'properties'>;

/** How features are exported. */
export type LayerExport = LayerCriteria & Pick<FeatureExport, 'format' | 'after' | 'shaper' | 'cancellation'>;

/** What is known of a layer before its features are read. */
export interface LayerDescription {
  /** As HTML, in which form maps show it; empty for none. */
  readonly attribution: string;
  /** The levels that tiles are worth asking for. */
  readonly minZoom: number;
  readonly maxZoom: number;
  /** A box around all features. Absent of a layer with a filter or only with cells, and where there are none. */
  readonly bounds?: BoundingBox | undefined;
}

/** The use cases that read the space. */
export const layerPorts = {
  tiles: DrawTile,
  search: SearchFeatures,
  count: CountFeatures,
  analyse: AnalyseFeatures,
  exporting: ExportFeatures,
  describing: DescribeMap,
};

/**
 * A layer that somebody may read. Gives the features of its space that fulfil the filter of the layer, with the properties
 * that the layer shows, and nothing else. Every method rejects with `MapLayerGone` if the layer is gone meanwhile.
 */
export class OpenedLayer {
  /** The properties that the layer shows. */
  readonly shown: ReadonlySet<string>;
  private readonly members: ShownMembers;
  private readonly selection: NonNullable<FeatureShaping['selection']>;

  /** `caller` may read the space of the layer, and nothing else. */
  constructor(
    private readonly ports: PortsOf<typeof layerPorts>,
    readonly layer: MapLayer,
    private readonly caller: Caller,
  ) {
    this.shown = shownProperties(layer);
    this.members = new ShownMembers(this.shown, showsOnlyCells(layer) ? [] : ALWAYS_SHOWN);
    this.selection = { paths: [...this.shown].map((name) => ['properties', name]), geometry: 'shown' };
  }

  /** A tile with one layer, `MAP_TILE_LAYER`. @throws {InvalidInput} also for what the style does not draw. */
  async tile({
    tile,
    of,
    buffer,
    filter,
  }: LayerTile): Promise<Pick<OpenedTile, 'identity' | 'kept' | 'draw'>> {
    const wanted = {
      tile,
      buffer,
      layer: MAP_TILE_LAYER,
      filter: this.filtered(filter),
      edges: 'cut',
    } as const;
    const query =
      of === 'cells'
        ? ({ ...wanted, clustering: this.clustering(), attributes: 'flattened' } as const)
        : ({ ...wanted, selection: this.features(), attributes: 'nested' } as const);
    const opened = await this.read((caller, space) => this.ports.tiles.execute(caller, space, query));
    return {
      identity: opened.identity,
      kept: () => opened.kept(),
      draw: (cancellation) => orGone(() => opened.draw(cancellation)),
    };
  }

  /** As `SearchFeatures` finds them. @throws {InvalidInput} also of a layer that shows only cells. */
  async search({ shaper = shaperHere, ...search }: LayerSearch): Promise<AsyncIterable<FeatureChunk>> {
    const shape = shaper({ selection: this.features() });
    this.members.assertAll({ sort: (search.sort ?? []).map(({ path }) => path) });
    await this.assertHasPlace(search);
    const query = { ...search, filter: this.filtered(search.filter) };
    const found = await this.read((caller, space) => this.ports.search.execute(caller, space, query));
    return partsOrGone(shaped(found, shape));
  }

  /** The feature as GeoJSON text; `undefined` if the layer has none with this id. @throws {InvalidInput} as `search`. */
  async find(id: string): Promise<string | undefined> {
    const filter = { kind: 'compare', path: ['id'], operator: 'equals', values: [id] } as const;
    for await (const { text } of await this.search({ filter, limit: 1 })) return text;
    return undefined;
  }

  /** How many features meet the criteria. @throws {InvalidInput} */
  async count(
    criteria: LayerCriteria & { readonly cancellation?: Cancellation | undefined } = {},
  ): Promise<number> {
    const wanted = { ...criteria, filter: this.filtered(criteria.filter) };
    return await this.read((caller, space) => this.ports.count.execute(caller, space, wanted));
  }

  /** Looks at every feature that may meet the criteria. @throws {InvalidInput} */
  async analyse(query: LayerAnalysisQuery): Promise<LayerAnalysis> {
    const { groupBy, histogram, timeBuckets } = query;
    const pathsOf = (asked: { readonly path: MemberPath } | undefined): readonly MemberPath[] =>
      asked === undefined ? [] : [asked.path];
    this.members.assertAll({
      groupBy: pathsOf(groupBy),
      histogram: pathsOf(histogram),
      timeBuckets: pathsOf(timeBuckets),
    });
    const wanted = { ...query, filter: this.filtered(query.filter) };
    const found = await this.read((caller, space) => this.ports.analyse.execute(caller, space, wanted));
    const { summary, bounds, ...analysis } = found;
    const properties = summary.properties.filter(({ name }) => this.shown.has(name));
    const isBounded = bounds !== undefined && !showsOnlyCells(this.layer);
    return { ...analysis, ...(isBounded && { bounds }), geometryTypes: summary.geometryTypes, properties };
  }

  /** Without the data that the service adds to features. @throws {InvalidInput} as `search`. {FormatsNotInstalled} */
  async export(wanted: LayerExport): Promise<AsyncIterable<string | Uint8Array>> {
    this.features();
    const query = {
      ...wanted,
      filter: this.filtered(wanted.filter),
      fields: [...this.shown],
      known: 'omitted',
      title: this.layer.title,
    } as const;
    return partsOrGone(await this.read((caller, id) => this.ports.exporting.execute(caller, id, query)));
  }

  async describe(): Promise<LayerDescription> {
    const described = await this.read((caller, space) => this.ports.describing.execute(caller, space));
    const { minZoom, maxZoom, bounds } = described;
    // A box around features tells where the outermost of them are.
    const isShown = this.layer.filter === undefined && !showsOnlyCells(this.layer) && bounds;
    return { attribution: attributionOf(described), minZoom, maxZoom, ...(isShown && { bounds }) };
  }

  /** How long the text of a single feature may be that a search reads, in UTF-16 code units. */
  async longestText(): Promise<number> {
    const { head } = await this.read((caller, space) => this.ports.describing.execute(caller, space));
    return mostOfOne(head.summary);
  }

  /**
   * The place of a feature in an order tells what is in its properties.
   * @throws {InvalidInput} for one that the layer does not have, as for one that is not there.
   */
  private async assertHasPlace({ sort, after }: Pick<LayerSearch, 'sort' | 'after'>): Promise<void> {
    if (sort === undefined || after === undefined || (await this.find(after)) !== undefined) return;
    throw InvalidInput.of('invalid-handle', 'The last feature of the page before is gone: begin again.');
  }

  /** @throws {InvalidInput} for a filter by what the layer does not show. */
  private filtered(filter: PropertyFilter | undefined): PropertyFilter | undefined {
    this.members.assertAll({ filter: filter === undefined ? [] : pathsIn(filter) });
    return allOf(this.layer.filter, filter);
  }

  private async read<T>(read: (caller: Caller, spaceId: string) => Promise<T>): Promise<T> {
    return await orGone(() => read(this.caller, this.layer.space));
  }

  /** How features are shown. @throws {InvalidInput} if the layer shows only cells. */
  private features(): NonNullable<FeatureShaping['selection']> {
    if (!showsOnlyCells(this.layer)) return this.selection;
    throw InvalidInput.of('only-cells', 'This layer shows cells, and no feature alone.');
  }

  /** @throws {InvalidInput} if the style draws none. */
  private clustering(): Clustering {
    const clustering = clusteringOf(this.layer.style);
    if (clustering !== undefined) return clustering;
    throw InvalidInput.of('no-cells', 'This layer shows no cells.');
  }
}

async function* shaped(
  chunks: AsyncIterable<FeatureChunk>,
  shape: ReturnType<LayerShaper>,
): AsyncGenerator<FeatureChunk, void, undefined> {
  for await (const { text, ...chunk } of chunks) yield { ...chunk, text: await shape(text) };
}
