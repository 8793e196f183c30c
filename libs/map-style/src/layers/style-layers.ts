import { THEME_COLORS } from '../colors/themes.js';
import { colorLegendOf } from '../legend/color-legend.js';
import type { LayerStyle } from '../model/layer-style.js';
import { cellsOf, countOf } from './cells.js';
import { colorExpression } from './color-expression.js';
import { type Expression, get, ifNumber, interpolated, isOfType } from './expressions.js';
import { type Drawn, featureLayers, OPACITY } from './feature-layers.js';
import { labelLayers, textLayout } from './label-layers.js';
import { byZoom } from './sizes.js';
import type { LayerPlace, StyleLayer } from './style-layer.js';

/** From this zoom on, the features themselves are drawn instead of clusters. */
export const CLUSTERS_END = 14;

/**
 * The layers of MapLibre that show features in a style, from below to above. Of a style that `styleFaults` finds nothing
 * in, they are valid.
 */
export function styleLayers(style: LayerStyle, place: LayerPlace): readonly StyleLayer[] {
  const { source, cellSource = `${source}-cells` } = place;
  const features = (): readonly StyleLayer[] => placed([...featureLayers(style, place), ...labelLayers(style, place)], source, place); // prettier-ignore
  switch (style.drawAs ?? 'features') {
    case 'features':
      return features();
    case 'heat':
      return placed(heatLayers(style, place), source, place);
    case 'clusters': {
      const near = features().map((layer) => ({
        ...layer,
        minzoom: Math.max(CLUSTERS_END, layer.minzoom ?? 0),
      }));
      return [...placed(clusterLayers(style, place), cellSource, place), ...near];
    }
    case 'hexagons':
      return placed(hexagonLayers(style, place), cellSource, place);
  }
}

function placed(
  layers: readonly Drawn[],
  source: string,
  { sourceLayer, idPrefix }: LayerPlace,
): readonly StyleLayer[] {
  return layers.map(({ id, ...layer }) => ({
    ...layer,
    id: `${idPrefix}${id}`,
    source,
    'source-layer': sourceLayer,
  }));
}

/** Lines and areas have no density: they are drawn as they are. */
function heatLayers(style: LayerStyle, place: LayerPlace): readonly Drawn[] {
  const legend = colorLegendOf(style, place.theme);
  const strongest = legend.entries.at(-1)?.color ?? '';
  const { shapes = ['polygon', 'line', 'point'] } = place;
  const others = shapes.filter((shape) => shape !== 'point');
  const color = { by: 'one', color: strongest } as const;
  const { icon, ...plain } = style;
  const heat: Drawn = {
    id: 'heat',
    type: 'heatmap',
    filter: isOfType('Point'),
    paint: {
      'heatmap-color': colorExpression(legend),
      'heatmap-weight': weightOf(style),
      'heatmap-radius': interpolated(['zoom'], [[2, 6], [16, 36]]), // prettier-ignore
      'heatmap-opacity': 0.85,
    },
  };
  return [
    ...featureLayers({ ...plain, color }, { ...place, shapes: others }),
    ...(shapes.includes('point') ? [heat] : []),
    ...labelLayers(style, place),
  ];
}

function weightOf({ color }: LayerStyle): number | Expression {
  if (color.by !== 'ramp') return 1;
  const [least, most] = color.domain;
  return ifNumber(get(color.property), (number) => interpolated(number, [[least, 0], [most, 1]]), 0); // prettier-ignore
}

function hexagonLayers(style: LayerStyle, { theme }: LayerPlace): readonly Drawn[] {
  const color = colorExpression(colorLegendOf(style, theme));
  const { outline } = THEME_COLORS[theme];
  const filter = isOfType('Polygon');
  return [
    {
      id: 'cells',
      type: 'fill',
      filter,
      paint: { 'fill-color': color, 'fill-opacity': style.opacity ?? OPACITY },
    },
    {
      id: 'cell-outlines',
      type: 'line',
      filter,
      layout: { 'line-join': 'round' },
      paint: { 'line-color': outline, 'line-width': byZoom(1) },
    },
  ];
}

/** Radius of a cluster by the logarithm of its count. */
const RADII = ([[1, 7], [10, 12], [1_000, 20], [1_000_000, 34]] as const).map(([count, radius]) => [Math.log(count), radius] as const); // prettier-ignore

function clusterLayers(style: LayerStyle, place: LayerPlace): readonly Drawn[] {
  const { theme } = place;
  const { outline, text, halo } = THEME_COLORS[theme];
  const count = countOf(cellsOf(style)?.property);
  const filter = isOfType('Point');
  const maxzoom = CLUSTERS_END;
  return [
    {
      id: 'clusters',
      type: 'circle',
      maxzoom,
      filter,
      paint: {
        'circle-color': colorExpression(colorLegendOf(style, theme)),
        'circle-radius': interpolated(['ln', ['max', 1, count]], RADII),
        'circle-stroke-color': outline,
        'circle-stroke-width': 1,
      },
    },
    {
      id: 'counts',
      type: 'symbol',
      maxzoom,
      filter: ['all', filter, ['>', count, 1]],
      layout: {
        ...textLayout(shortened(count), place),
        'text-size': 12,
        'symbol-sort-key': ['*', -1, count],
      },
      paint: { 'text-color': text, 'text-halo-color': halo, 'text-halo-width': 1.5 },
    },
  ];
}

/** A count in few characters: `950`, `1.2k`, `3.4M`. */
function shortened(count: Expression): Expression {
  const tenths = (of: number): Expression => ['to-string', ['/', ['round', ['/', count, of / 10]], 10]];
  return [
    'step',
    count,
    ['to-string', ['round', count]],
    1_000,
    ['concat', tenths(1_000), 'k'],
    999_950,
    ['concat', tenths(1_000_000), 'M'],
  ];
}
