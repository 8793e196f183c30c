import type { Rgba } from './canvas.js';
import type { LayerRules, RuledFeature } from './layer-rules.js';
import { partsOf, type PlacedFeatures } from './tile-features.js';
import type { PicturePoint, TilePlace, Viewport } from './viewport.js';

/** The type of areas in a tile. */
const AREA = 3;

/** Areas and lines of one layer after the other, as SVG. */
export class Shapes {
  private readonly clips: string[] = [];
  private readonly drawn: string[] = [];

  constructor(private readonly viewport: Viewport) {}

  get isEmpty(): boolean {
    return this.drawn.length === 0;
  }

  /** The areas of a layer. */
  addFills(rules: LayerRules, tiles: readonly PlacedFeatures[]): void {
    for (const tile of tiles)
      this.add(tile, rules, (feature) => {
        const color = rules.color('fill-color', feature);
        const opacity = color.a * rules.number('fill-opacity', feature, 1);
        return `fill="${hex(color)}" fill-opacity="${rounded(opacity)}"`;
      });
  }

  /** The lines of a layer, and the edges of its areas. */
  addLines(rules: LayerRules, tiles: readonly PlacedFeatures[]): void {
    const { scale } = this.viewport;
    const shape = `fill="none" stroke-linecap="${rules.text('line-cap')}" stroke-linejoin="${rules.text('line-join')}"`;
    const dashes = rules.has('line-dasharray') ? rules.value('line-dasharray') : undefined;
    for (const tile of tiles)
      this.add(tile, rules, (feature) => {
        const color = rules.color('line-color', feature);
        const width = rules.number('line-width', feature) * scale;
        const opacity = color.a * rules.number('line-opacity', feature, 1);
        return (
          `${shape} stroke="${hex(color)}" stroke-width="${rounded(width)}" stroke-opacity="${rounded(opacity)}"` +
          dashed(dashes, width)
        );
      });
  }

  /** An SVG as large as the picture. */
  toSvg(): string {
    const { width, height } = this.viewport;
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${this.clips.join('')}</defs>` +
      `${this.drawn.join('')}</svg>`
    );
  }

  /** Features with the same look are a group. A tile ends at its edges: what is beyond them, the next one has too. */
  private add(
    { features, place }: PlacedFeatures,
    rules: LayerRules,
    lookOf: (feature: RuledFeature) => string,
  ): void {
    const groups: string[] = [];
    let look: string | undefined;
    for (const feature of features) {
      if (!rules.shows(feature)) continue;
      const path = pathOf(partsOf(feature, place), feature.type === AREA ? 'Z' : '');
      if (path === '') continue;
      const own = lookOf(feature);
      if (own !== look) groups.push(look === undefined ? `<g ${own}>` : `</g><g ${own}>`);
      look = own;
      groups.push(`<path d="${path}"/>`);
    }
    if (look !== undefined)
      this.drawn.push(`<g clip-path="url(#${this.clip(place)})">${groups.join('')}</g></g>`);
  }

  /** On whole pixels, so that no line is seen where two tiles meet. */
  private clip({ x, y, size }: TilePlace): string {
    const [left, top] = [Math.round(x), Math.round(y)];
    const id = `t${this.clips.length}`;
    const [width, height] = [Math.round(x + size) - left, Math.round(y + size) - top];
    this.clips.push(
      `<clipPath id="${id}"><rect x="${left}" y="${top}" width="${width}" height="${height}"/></clipPath>`,
    );
    return id;
  }
}

/** To a tenth of a pixel. */
function pathOf(parts: readonly (readonly PicturePoint[])[], end: string): string {
  let path = '';
  for (const part of parts) {
    let [last, count] = ['', 0];
    for (const { x, y } of part) {
      const point = `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
      if (point === last) continue;
      path += `${count === 0 ? 'M' : 'L'}${point}`;
      [last, count] = [point, count + 1];
    }
    if (count > 0) path += end;
  }
  return path;
}

/** Lengths of dashes are in widths of the line. */
function dashed(dashes: unknown, width: number): string {
  const lengths = typeof dashes === 'object' && dashes !== null && 'from' in dashes ? dashes.from : dashes;
  if (!Array.isArray(lengths)) return '';
  return ` stroke-dasharray="${lengths.map((length) => rounded(Number(length) * width)).join(' ')}"`;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

const hex = ({ r, g, b }: Rgba): string =>
  `#${[r, g, b].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
