import type { Canvas, Rgba } from './canvas.js';
import type { LayerRules } from './layer-rules.js';
import { pointsOf, type PlacedFeatures } from './tile-features.js';
import type { PicturePoint } from './viewport.js';

interface Circle extends PicturePoint {
  readonly radius: number;
  readonly color: Rgba;
  readonly stroke: number;
  readonly strokeColor: Rgba;
}

interface Sorted {
  readonly key: number;
  readonly circle: Circle;
}

/** Paints a layer of circles: those with the greatest sort key above. */
export function paintCircles(
  canvas: Canvas,
  rules: LayerRules,
  { tiles, scale }: { readonly tiles: readonly PlacedFeatures[]; readonly scale: number },
): void {
  const isSorted = rules.has('circle-sort-key');
  const sorted: Sorted[] = [];
  for (const { features, place } of tiles)
    for (const feature of features) {
      if (!rules.shows(feature)) continue;
      const key = isSorted ? rules.number('circle-sort-key', feature) : 0;
      const look = {
        radius: rules.number('circle-radius', feature) * scale,
        color: faded(rules.color('circle-color', feature), rules.number('circle-opacity', feature, 1)),
        stroke: rules.number('circle-stroke-width', feature) * scale,
        strokeColor: rules.color('circle-stroke-color', feature),
      };
      for (const point of pointsOf(feature, place)) sorted.push({ key, circle: { ...point, ...look } });
    }
  if (isSorted) sorted.sort((one, other) => one.key - other.key);
  for (const { circle } of sorted) paintCircle(canvas, circle);
}

const faded = (color: Rgba, opacity: number): Rgba => ({ ...color, a: color.a * opacity });

function paintCircle(canvas: Canvas, { x, y, radius, color, stroke, strokeColor }: Circle): void {
  const outer = radius + stroke;
  const box = canvas.within({
    left: x - outer - 1,
    top: y - outer - 1,
    right: x + outer + 1,
    bottom: y + outer + 1,
  });
  for (let row = box.top; row < box.bottom; row += 1)
    for (let column = box.left; column < box.right; column += 1) {
      const distance = Math.hypot(column + 0.5 - x, row + 0.5 - y);
      const whole = covered(outer - distance);
      if (whole === 0) continue;
      if (stroke > 0) canvas.blend(column, row, strokeColor, whole);
      canvas.blend(column, row, color, stroke > 0 ? covered(radius - distance) : whole);
    }
}

/** How much of a pixel is within an edge this far from its middle. */
const covered = (distance: number): number => Math.min(1, Math.max(0, distance + 0.5));
