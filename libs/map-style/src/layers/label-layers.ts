import { THEME_COLORS } from '../colors/themes.js';
import type { LabelRule, LayerStyle } from '../model/layer-style.js';
import { type Expression, get, ifNumber, isOfType, textOf } from './expressions.js';
import { type Drawn, pointSizeOf } from './feature-layers.js';
import { diameterOf, plus, times } from './sizes.js';
import type { LayerPlace } from './style-layer.js';

const DEFAULT_SIZE = 13;
/** Between a text and the edge of its point, in its size. */
const GAP = 0.35;
/** Comes after every number that a property has. */
const LAST = 1e300;

/** The labels of features: along lines, beside points, and in areas. */
export function labelLayers(style: LayerStyle, place: LayerPlace): readonly Drawn[] {
  const { label } = style;
  if (label === undefined) return [];
  const { shapes = ['polygon', 'line', 'point'], theme } = place;
  const { size = DEFAULT_SIZE, minZoom } = label;
  const { text, halo } = THEME_COLORS[theme];
  const layout = { ...textLayout(labelText(label), place), 'text-size': size, ...priorityOf(label) };
  const common = {
    type: 'symbol',
    ...(minZoom === undefined ? {} : { minzoom: minZoom }),
    paint: { 'text-color': text, 'text-halo-color': halo, 'text-halo-width': 1.5 },
  } as const;
  const beside = {
    'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
    'text-radial-offset': plus(times(diameterOf(pointSizeOf(style)), 1 / (2 * size)), GAP),
    'text-justify': 'auto',
  };
  const layers = {
    polygon: { ...common, id: 'area-labels', filter: isOfType('Polygon'), layout },
    line: {
      ...common,
      id: 'line-labels',
      filter: isOfType('LineString'),
      layout: { ...layout, 'symbol-placement': 'line' },
    },
    point: { ...common, id: 'labels', filter: isOfType('Point'), layout: { ...layout, ...beside } },
  } as const;
  return (['polygon', 'line', 'point'] as const)
    .filter((shape) => shapes.includes(shape))
    .map((shape) => layers[shape]);
}

/** A layout that shows a text. */
export const textLayout = (
  text: Expression,
  { font = 'Noto Sans Regular' }: LayerPlace,
): Readonly<Record<string, unknown>> => ({ 'text-field': text, 'text-font': ['literal', [font]] });

const labelText = ({ property, template = '' }: LabelRule): Expression =>
  property === undefined ? textOf(template) : ['to-string', get(property)];

function priorityOf({ priority }: LabelRule): Readonly<Record<string, unknown>> {
  if (priority === undefined) return {};
  const { property, first } = priority;
  const key = (number: Expression): Expression => (first === 'smallest' ? number : ['*', -1, number]);
  return { 'symbol-sort-key': ifNumber(get(property), key, LAST) };
}
