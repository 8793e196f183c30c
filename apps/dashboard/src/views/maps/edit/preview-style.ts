import { GROUND_COLORS } from '@cairn/ground';
import { cellsOf, legendOf, propertiesOf, styleLayers, type LayerStyle, type Theme } from '@cairn/map-style';
import type { SourceSpecification } from 'maplibre-gl';
import { client } from '../../../api/client.ts';
import type { StyleOfMap } from '../../../map-parts/layer-map.ts';
import { onBaseMap } from '../../spaces/map/base-map.ts';
import { MAX_TILE_ZOOM } from '../../spaces/map/style.ts';
import { whereOf } from './layer-conditions.ts';
import type { DraftLayer, MapDraft } from './map-draft.ts';

/** A space that a layer is drawn of. */
export interface DrawnSpace {
  /** West, south, east, north; empty for none. */
  readonly bounds: readonly number[];
  /** Changes with the content. */
  readonly revision: number;
}

interface Preview {
  readonly title: string;
  /** Its styles have no faults. */
  readonly draft: MapDraft;
  readonly theme: Theme;
  /** The space of a layer, as far as the user may read it. */
  readonly spaceOf: (layer: DraftLayer) => DrawnSpace | undefined;
  /** The map as it is stored, for layers that cannot be drawn of their space. */
  readonly stored: StyleOfMap | undefined;
}

type Sources = Readonly<Record<string, SourceSpecification>>;

/** The layer in tiles of maps. */
const MAP_TILE_LAYER = 'features';

/** The style of a map before it is stored: its layers are drawn of their spaces, so that every change is seen at once. */
export function previewStyle({ title, draft, theme, spaceOf, stored }: Preview): StyleOfMap {
  const drawn = draft.layers
    .filter(({ isGone }) => !isGone)
    .map((layer) => drawnLayer(layer, { theme, stored, space: spaceOf(layer) }));
  const sources = Object.assign({}, ...drawn.map((one) => one.sources)) as Sources;
  const layers = drawn.flatMap((one) => one.layers) as never;
  return {
    ...(draft.baseMap === 'none' ? bare({ sources, layers }, theme) : onBaseMap({ sources, layers })),
    ...startOf(draft.view),
    name: title,
    metadata: {
      'cairn:layers': drawn.map(({ told }) => told),
      'cairn:view': draft.view === null ? 'all' : 'stored',
    },
  };
}

interface Place {
  readonly theme: Theme;
  readonly stored: StyleOfMap | undefined;
  readonly space: DrawnSpace | undefined;
}

function drawnLayer(layer: DraftLayer, { theme, stored, space }: Place) {
  const { id, title, style, popup, visible } = layer;
  const [source, cellSource] = [`${id}:features`, `${id}:cells`];
  const own = space && spaceSources(layer, space);
  const made = own ?? { sources: stored?.sources ?? {}, sourceLayer: MAP_TILE_LAYER };
  const layers = styleLayers(style, { source, cellSource, sourceLayer: made.sourceLayer, theme, idPrefix: `${id}:` }); // prettier-ignore
  const used = [...new Set(layers.map((one) => one.source))].filter((name) => name in made.sources);
  return {
    sources: Object.fromEntries(used.map((name) => [name, made.sources[name]])),
    layers: layers.filter((one) => used.includes(one.source)),
    told: { id, title, visible, legend: legendOf(style, { theme }), ...(popup && { popup }) },
  };
}

function spaceSources(
  { id, space = '', style, popup, filter }: DraftLayer,
  { bounds, revision }: DrawnSpace,
): { readonly sources: Sources; readonly sourceLayer: string } | undefined {
  const where = whereOf(filter);
  if (where === undefined) return undefined;
  const source = (options: object): SourceSpecification => {
    const address = client.tiles.mvt(space, { where, ...options });
    const tiles = `${address}${address.includes('?') ? '&' : '?'}v=${revision}`;
    return { type: 'vector', tiles: [tiles], maxzoom: MAX_TILE_ZOOM, ...boundsOf(bounds) };
  };
  const names = propertiesOf(style, popup);
  // In an address a point leads into a property.
  const isShort = names.every((name) => !name.includes('.'));
  return {
    sources: {
      [`${id}:features`]: source(isShort ? { selection: ['id', ...names.map((name) => `p.${name}`)] } : {}),
      [`${id}:cells`]: source(clusteringOf(style)),
    },
    sourceLayer: space,
  };
}

function clusteringOf(style: LayerStyle): object {
  const { geometry, property } = cellsOf(style) ?? {};
  return {
    clustering: 'hexbin',
    ...(geometry === 'centre' && { 'clustering.pointmode': true }),
    ...(property !== undefined && { 'clustering.property': property }),
  };
}

const boundsOf = ([west, south, east, north]: readonly number[]) =>
  west === undefined || south === undefined || east === undefined || north === undefined || west > east
    ? {}
    : { bounds: [west, south, east, north] as [number, number, number, number] };

/** Land everywhere. */
function bare(data: Parameters<typeof onBaseMap>[0], theme: Theme): ReturnType<typeof onBaseMap> {
  const paint = { 'background-color': GROUND_COLORS[theme].land };
  return {
    ...onBaseMap({ sources: {}, layers: [] }),
    sources: data.sources,
    layers: [{ id: 'background', type: 'background', paint }, ...data.layers],
  };
}

/** Without a view of its own, a map begins where all of it is in view. */
function startOf(view: MapDraft['view']): Partial<StyleOfMap> {
  const { longitude, latitude, zoom, bearing, pitch } = view ?? { longitude: 0, latitude: 20, zoom: 1 };
  return {
    center: [longitude, latitude],
    zoom,
    ...(bearing !== undefined && { bearing }),
    ...(pitch !== undefined && { pitch }),
  };
}
