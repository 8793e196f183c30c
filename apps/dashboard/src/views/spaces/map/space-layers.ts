import type { MapStyle } from '@cairn/api-schema';
import { propertiesOf, styleLayers, type LayerStyle, type Popup, type StyleLayer } from '@cairn/map-style';
import type { LayerSpecification } from 'maplibre-gl';
import { theme } from './palette.ts';

/** A layer of the default map of a space: how the features look, and what is told of them. */
export interface SpaceLayer {
  readonly id: string;
  readonly title: string;
  readonly visible: boolean;
  readonly style: LayerStyle;
  readonly popup?: Popup;
}

/** A layer with the address of its cells, if it draws cells. */
export interface DrawnLayer extends SpaceLayer {
  readonly cellTiles?: string | undefined;
}

/** The source of a map that has the features. */
export const FEATURES = 'space';

/** The layers that the style of a space tells of. */
export function layersIn({ metadata }: Pick<MapStyle, 'metadata'>): readonly SpaceLayer[] {
  return (metadata?.['cairn:layers'] ?? []) as readonly SpaceLayer[];
}

/** What tiles must have of features. */
export function propertiesIn(layers: readonly SpaceLayer[]): readonly string[] {
  return [...new Set(layers.flatMap(({ style, popup }) => [...propertiesOf(style, popup)]))];
}

/** Whether a layer draws features, and not only cells. */
export const drawsFeatures = ({ style }: SpaceLayer): boolean => style.drawAs !== 'hexagons';

/** The name of the source with the cells of a layer. */
export const cellSourceOf = ({ id }: Pick<SpaceLayer, 'id'>): string => `cells:${id}`;

interface Drawing {
  readonly spaceId: string;
  /** A feature that is left out. */
  readonly editedId?: string | undefined;
}

/** The layers of MapLibre that draw layers of a space, in the theme of the page. Their ids begin with the layer's and a colon. */
export function drawnLayers(
  layers: readonly DrawnLayer[],
  { spaceId, editedId }: Drawing,
): readonly LayerSpecification[] {
  const shown = layers.filter(({ visible }) => visible);
  const drawn = shown.flatMap(({ id, style }) =>
    styleLayers(style, {
      source: FEATURES,
      cellSource: cellSourceOf({ id }),
      sourceLayer: spaceId,
      theme: theme(),
      idPrefix: `${id}:`,
    }),
  );
  const without = (layer: StyleLayer): StyleLayer =>
    editedId === undefined || layer.source !== FEATURES
      ? layer
      : { ...layer, filter: ['all', layer.filter, ['!=', ['get', 'id'], editedId]] };
  return drawn.map(without) as readonly unknown[] as readonly LayerSpecification[]; // the tests of styles have them validated
}

/** The layer that a layer of MapLibre belongs to. */
export function ownerOf(layers: readonly SpaceLayer[], drawnId: string): SpaceLayer | undefined {
  return layers.find(({ id }) => drawnId.startsWith(`${id}:`));
}
