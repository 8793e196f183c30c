import type { Fault } from '@cairn/kernel';
import type { LayerStyle, Popup } from '@cairn/map-style';
import type { Clustering } from '@cairn/spaces';
import type { ContentHead } from '@cairn/spaces/spi';

/** A style and a popup that fit the features of a space. */
export interface Suggestion {
  readonly style: LayerStyle;
  readonly popup?: Popup | undefined;
}

/** Suggests them from what the space knows of its features. */
export function suggestionFor({ summary }: Pick<ContentHead, 'summary'>): Suggestion {
  const names = [...new Set(summary.properties.map(({ name }) => name))];
  return {
    style: { color: { by: 'one', color: '#2a6f97' } },
    ...(names.length > 0 && { popup: { fields: names.slice(0, 10).map((property) => ({ property })) } }),
  };
}

/** The faults of a style and its popup, below the layer. */
export function styleFaultsOf(): readonly Fault[] {
  return [];
}

/** The properties that a style and its popup name. */
export function propertiesIn(style: LayerStyle, popup?: Popup): ReadonlySet<string> {
  const { color } = style;
  return new Set([
    ...('property' in color ? [color.property] : []),
    ...(popup?.fields ?? []).map(({ property }) => property),
  ]);
}

/** How the features become cells, if the style draws cells. */
export function clusteringOf({ drawAs }: LayerStyle): Clustering | undefined {
  return drawAs === 'hexagons' ? { kind: 'hexbin', geometry: 'outline', position: 'middle' } : undefined;
}
