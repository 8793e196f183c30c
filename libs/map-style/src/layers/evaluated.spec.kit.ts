import {
  featureFilter,
  Formatted,
  latest,
  normalizePropertyExpression,
  type StylePropertySpecification,
} from '@maplibre/maplibre-gl-style-spec';
import type { LayerStyle } from '../model/layer-style.js';
import type { LayerPlace, StyleLayer } from './style-layer.js';
import { styleLayers } from './style-layers.js';

type Properties = Readonly<Record<string, unknown>>;

/** A layer of the style by its id, in the theme of day. */
export function layerOf(id: string, style: LayerStyle, place: Partial<LayerPlace> = {}): StyleLayer {
  const where = { source: 'space', sourceLayer: 'huts', theme: 'light', idPrefix: '', ...place } as const;
  const found = styleLayers(style, where).find((layer) => layer.id === id);
  if (found === undefined) throw new Error(`There is no layer ${id}.`);
  return found;
}

const specifications: Readonly<Record<string, Readonly<Record<string, StylePropertySpecification>>>> =
  latest as never;

/** What MapLibre makes of a layer's property for a feature: colors as `#rrggbb`. */
export function evaluated(
  layer: StyleLayer,
  name: string,
  { properties = {}, zoom = 14 }: { readonly properties?: Properties; readonly zoom?: number } = {},
): unknown {
  const kind = layer.paint?.[name] === undefined ? 'layout' : 'paint';
  const specification = specifications[`${kind}_${layer.type}`]?.[name];
  if (specification === undefined) throw new Error(`There is no ${kind} property ${name}.`);
  const expression = normalizePropertyExpression<unknown>(layer[kind]?.[name], name, specification);
  const feature = { type: 1, properties } as const;
  return shown(expression.evaluate({ zoom }, feature, {}, undefined, ['oak', 'lime', 'marker']));
}

function shown(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('r' in value && 'g' in value && 'b' in value && 'a' in value) {
    const { r, g, b } = value as Readonly<Record<'r' | 'g' | 'b', number>>;
    return `#${[r, g, b]
      .map((part) =>
        Math.round(part * 255)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`;
  }
  if (value instanceof Formatted) return value.toString();
  return 'name' in value ? value.name : value;
}

/** Whether a layer shows a feature. */
export const shows = (
  { filter }: StyleLayer,
  type: 'Point' | 'LineString' | 'Polygon',
  properties: Properties = {},
): boolean =>
  // prettier-ignore
  featureFilter(filter as never, 'filter').filter({ zoom: 14 }, { type, properties });
