import { THEME_COLORS } from '../colors/themes.js';
import { colorLegendOf } from '../legend/color-legend.js';
import { iconLegendOf } from '../legend/legend-of.js';
import type { IconRule, LayerStyle, SizeRule } from '../model/layer-style.js';
import { colorExpression } from './color-expression.js';
import { type Computed, get, isOfType, matched } from './expressions.js';
import { byZoom, diameterOf, plus, times, widthOf } from './sizes.js';
import type { LayerPlace, Shape, StyleLayer } from './style-layer.js';

/** A layer that is in no source yet. */
export type Drawn = Omit<StyleLayer, 'source' | 'source-layer'>;

const POINT_SIZE: SizeRule = { by: 'one', size: 12 };
const ICON_SIZE: SizeRule = { by: 'one', size: 20 };
const WIDTH: SizeRule = { by: 'one', size: 2.5 };
/** Of areas. */
export const OPACITY = 0.8;
/** Of points, and on each side of lines. */
const OUTLINE_WIDTH = 1;
/** Width and height of an icon in the sprite. */
const ICON_PIXELS = 15;
/** Stands in for an icon that the sprite does not have. */
const SPARE_ICON = 'marker';

/** The layers of features in the order in which they cover each other. */
export function featureLayers(style: LayerStyle, { theme, shapes }: LayerPlace): readonly Drawn[] {
  const color = colorExpression(colorLegendOf({ ...style, drawAs: 'features' }, theme));
  const colors = { color, outline: THEME_COLORS[theme].outline };
  const layers: Readonly<Record<Shape, readonly Drawn[]>> = {
    polygon: areas(style, colors),
    line: lines(style, colors),
    point: [style.icon === undefined ? points(style, colors) : icons(style, style.icon, colors)],
  };
  const order: readonly Shape[] = ['polygon', 'line', 'point'];
  return order.filter((shape) => shapes?.includes(shape) ?? true).flatMap((shape) => layers[shape]);
}

interface Colors {
  readonly color: Computed<string>;
  readonly outline: string;
}

const areas = ({ opacity = OPACITY }: LayerStyle, { color, outline }: Colors): readonly Drawn[] => [
  {
    id: 'areas',
    type: 'fill',
    filter: isOfType('Polygon'),
    paint: { 'fill-color': color, 'fill-opacity': opacity },
  },
  {
    id: 'outlines',
    type: 'line',
    filter: isOfType('Polygon'),
    layout: { 'line-join': 'round' },
    paint: { 'line-color': outline, 'line-width': byZoom(OUTLINE_WIDTH) },
  },
];

function lines({ width = WIDTH }: LayerStyle, { color, outline }: Colors): readonly Drawn[] {
  const pixels = widthOf(width);
  const common = {
    type: 'line',
    filter: isOfType('LineString'),
    layout: { 'line-join': 'round', 'line-cap': 'round' },
  } as const;
  const outer = plus(pixels, 2 * OUTLINE_WIDTH);
  return [
    { id: 'line-outlines', ...common, paint: { 'line-color': outline, 'line-width': byZoom(outer) } },
    { id: 'lines', ...common, paint: { 'line-color': color, 'line-width': byZoom(pixels) } },
  ];
}

/** The diameter of points and icons. */
export const pointSizeOf = ({ size, icon }: LayerStyle): SizeRule =>
  size ?? (icon === undefined ? POINT_SIZE : ICON_SIZE);

function points(style: LayerStyle, { color, outline }: Colors): Drawn {
  const size = pointSizeOf(style);
  return {
    id: 'points',
    type: 'circle',
    filter: isOfType('Point'),
    ...smallOnTop(size, 'circle-sort-key'),
    paint: {
      'circle-color': color,
      'circle-radius': byZoom(times(diameterOf(size), 1 / 2)),
      'circle-stroke-color': outline,
      'circle-stroke-width': OUTLINE_WIDTH,
    },
  };
}

function icons(style: LayerStyle, icon: IconRule, { color, outline }: Colors): Drawn {
  const size = pointSizeOf(style);
  return {
    id: 'icons',
    type: 'symbol',
    filter: isOfType('Point'),
    layout: {
      'icon-image': ['coalesce', ['image', iconExpression(icon)], ['image', SPARE_ICON]],
      'icon-size': byZoom(times(diameterOf(size), 1 / ICON_PIXELS)),
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
      ...smallOnTop(size, 'symbol-sort-key').layout,
    },
    paint: { 'icon-color': color, 'icon-halo-color': outline, 'icon-halo-width': OUTLINE_WIDTH },
  };
}

function iconExpression(rule: IconRule): Computed<string> {
  if (rule.by === 'one') return rule.icon;
  const { entries } = iconLegendOf(rule);
  const cases = entries.flatMap(({ value, icon }) => (value === undefined ? [] : [{ value, result: icon }]));
  return matched(get(rule.property), cases, rule.other);
}

/** Large points come first, so that they do not hide small ones. */
const smallOnTop = (size: SizeRule, key: string): Pick<Drawn, 'layout'> =>
  size.by === 'one' ? {} : { layout: { [key]: ['*', -1, ['number', get(size.property), size.domain[0]]] } };
