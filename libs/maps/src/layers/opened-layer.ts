import type { BoundingBox } from '@cairn/geometry';
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
  type Caller,
  type Clustering,
  type FeatureChunk,
  type FeatureShaping,
  type MapDescription,
  type MemberPath,
  type OpenedTile,
  type PackedTiles,
  type PackTiles,
  type PropertyFilter,
} from '@cairn/spaces';
import { allOf, pathsIn } from '../map/layer-filter.js';
import { showsOnlyCells, shownProperties } from '../map/parse-layer.js';
import type { MapLayer } from '../map/web-map.js';
import type { RecentAnswers } from '../recent-answers.js';
import { clusteringOf } from '../styles/styles.js';
import type {
  LayerAnalysis,
  LayerAnalysisQuery,
  LayerCriteria,
  LayerDescription,
  LayerExport,
  LayerPacking,
  LayerSearch,
  LayerShaper,
  LayerTile,
} from './layer-queries.js';
import { orGone, partsOrGone } from './or-gone.js';
import { shaped } from './shaped.js';
import { ALWAYS_SHOWN, ShownMembers } from './shown-members.js';

/** The name of the only layer in tiles of a map. */
export const MAP_TILE_LAYER = 'features';

/** Of more features, the bounds of those that a filter finds take longer than a page waits. */
const MOST_BOUNDED = 50_000;

const shaperHere: LayerShaper = (shaping) => (texts) => shapeFeatures(texts, shaping);

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
    private readonly ports: PortsOf<typeof layerPorts> & {
      /** Of layers with a filter, whose features are looked at for them. */
      readonly bounds: RecentAnswers<BoundingBox | undefined>;
    },
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
    const query = {
      ...this.drawn(of),
      tile,
      buffer,
      filter: this.filtered(filter),
      edges: 'cut',
    } as const;
    const opened = await this.read((caller, space) => this.ports.tiles.execute(caller, space, query));
    return {
      identity: opened.identity,
      kept: () => opened.kept(),
      draw: (cancellation) => orGone(() => opened.draw(cancellation)),
    };
  }

  /**
   * The tiles of the whole layer in one file, as the packer makes it; nothing once it is cancelled.
   * @throws {InvalidInput} also for what the style does not draw.
   */
  async pack(
    packer: Pick<PackTiles, 'execute'>,
    { of, ...packing }: LayerPacking,
  ): Promise<PackedTiles | undefined> {
    const { attribution, bounds } = await this.describe();
    const fields = of === 'cells' ? {} : Object.fromEntries([...this.shown].sort().map((name) => [name, '']));
    const metadata = {
      name: this.layer.title,
      type: 'overlay',
      vector_layers: [{ id: MAP_TILE_LAYER, fields }],
      ...(attribution !== '' && { attribution }),
    };
    const told = { metadata, bounds: of === 'features' ? bounds : undefined }; // cells reach beyond their features
    const wanted = { ...packing, ...told, ...this.drawn(of), filter: this.layer.filter };
    return await this.read((caller, space) => packer.execute(caller, space, wanted));
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
    const { minZoom, maxZoom } = described;
    const bounds = await this.boundsOf(described);
    return { attribution: attributionOf(described), minZoom, maxZoom, ...(bounds && { bounds }) };
  }

  /** A box around features tells where the outermost of them are. */
  private async boundsOf({ space, head, bounds }: MapDescription): Promise<BoundingBox | undefined> {
    const { filter } = this.layer;
    if (showsOnlyCells(this.layer)) return undefined;
    if (filter === undefined) return bounds;
    if (head.total > MOST_BOUNDED) return undefined;
    const key = JSON.stringify([space.id, space.createdAt, head.version, filter]);
    return await this.ports.bounds.of(key, async () => {
      const analysis = await this.read((caller, id) => this.ports.analyse.execute(caller, id, { filter }));
      return analysis.bounds;
    });
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

  /** What tiles have. @throws {InvalidInput} for what the style does not draw. */
  private drawn(of: LayerTile['of']) {
    return of === 'cells'
      ? ({ layer: MAP_TILE_LAYER, clustering: this.clustering(), attributes: 'flattened' } as const)
      : ({ layer: MAP_TILE_LAYER, selection: this.features(), attributes: 'nested' } as const);
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
