import type { Canvas, Rgba } from './canvas.js';
import type { LayerRules } from './layer-rules.js';
import { pointsOf, type PlacedFeatures } from './tile-features.js';

/** Of the normal distribution: 1 / √(2π), as MapLibre has it. */
const GAUSS = 0.3989422804014327;
/** How many standard deviations a radius is. */
const DEVIATIONS = 3;
/** Colors of so many densities are computed. */
const STEPS = 256;

/** Paints a heat map: the density of points by their weight, as a color. */
export function paintHeat(
  canvas: Canvas,
  rules: LayerRules,
  { tiles, scale }: { readonly tiles: readonly PlacedFeatures[]; readonly scale: number },
): void {
  const { width, height } = canvas;
  const density = new Float32Array(width * height);
  const intensity = rules.number('heatmap-intensity');
  for (const { features, place } of tiles)
    for (const feature of features) {
      if (!rules.shows(feature)) continue;
      const weight = rules.number('heatmap-weight', feature, 1) * intensity * GAUSS;
      const radius = rules.number('heatmap-radius', feature) * scale;
      if (weight <= 0 || radius <= 0) continue;
      for (const { x, y } of pointsOf(feature, place)) {
        const box = canvas.within({
          left: x - radius,
          top: y - radius,
          right: x + radius,
          bottom: y + radius,
        });
        for (let row = box.top; row < box.bottom; row += 1)
          for (let column = box.left; column < box.right; column += 1) {
            const share = Math.hypot(column + 0.5 - x, row + 0.5 - y) / radius;
            if (share > 1) continue;
            const at = row * width + column;
            density[at] = (density[at] ?? 0) + weight * Math.exp(-0.5 * (DEVIATIONS * share) ** 2);
          }
      }
    }
  paintDensity(canvas, density, rules);
}

function paintDensity(canvas: Canvas, density: Float32Array, rules: LayerRules): void {
  const opacity = rules.number('heatmap-opacity', undefined, 1);
  const colors: readonly Rgba[] = Array.from({ length: STEPS }, (_, step) =>
    rules.color('heatmap-color', undefined, step / (STEPS - 1)),
  );
  density.forEach((value, at) => {
    const color = value === 0 ? undefined : colors[Math.min(STEPS - 1, Math.round(value * (STEPS - 1)))];
    if (color === undefined) return;
    canvas.blend(at % canvas.width, Math.floor(at / canvas.width), color, opacity);
  });
}
