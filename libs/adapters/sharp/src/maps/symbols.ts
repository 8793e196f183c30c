import type { VectorTileFeature } from '@mapbox/vector-tile';
import type { Box, Canvas } from './canvas.js';
import { drawField, type DistanceField, type FieldPlace } from './distance-field.js';
import type { GroundFiles } from './ground-files.js';
import { labelPlaceOf } from './label-place.js';
import type { LayerRules } from './layer-rules.js';
import { lengthOf } from './line-text.js';
import { layOut, layOutAlong, type ShapedText } from './symbol-text.js';
import { TakenBoxes } from './taken-boxes.js';
import { partsOf, pointsOf, type PlacedFeatures } from './tile-features.js';
import type { PicturePoint, Viewport } from './viewport.js';

/** Free around each text and icon, in pixels of a map. */
const PADDING = 2;
/** Of a layer, in the order of what matters most: a picture has room for some hundreds. */
const MOST_TRIED = 20_000;
/** Longer texts are no labels, and laying one out could take all the time of a picture. */
const LONGEST_TEXT = 500;
/** MapLibre's numbers of the types of geometries. */
const LINE = 2;
const AREA = 3;

/** A feature at a place where it could have a symbol. */
interface Candidate {
  readonly feature: VectorTileFeature;
  readonly at: PicturePoint;
  /** The text follows it. */
  readonly line?: readonly PicturePoint[] | undefined;
  readonly key: number;
}

/** A shape that is drawn for a feature. */
interface DrawnShape {
  readonly of: 'text' | 'icon';
  readonly feature: VectorTileFeature;
  readonly field: DistanceField;
  readonly place: FieldPlace;
}

/** The labels and icons of all layers: which have room, and how they are drawn. */
export class Symbols {
  private readonly taken = new TakenBoxes();
  private readonly placed = new Map<LayerRules, readonly DrawnShape[]>();

  constructor(
    private readonly viewport: Viewport,
    private readonly ground: Pick<GroundFiles, 'glyph' | 'icon'>,
  ) {}

  /** Finds room for the symbols of a layer. The uppermost layer comes first, as it matters most. */
  place(rules: LayerRules, tiles: readonly PlacedFeatures[]): void {
    const candidates = this.candidates(rules, tiles).sort((one, other) => one.key - other.key);
    const overlaps = rules.value('icon-allow-overlap') === true;
    const tried = overlaps ? candidates : candidates.slice(0, MOST_TRIED);
    this.placed.set(
      rules,
      tried.flatMap((candidate) => this.shapesOf(rules, candidate)),
    );
  }

  /** Draws those of a layer that have room. */
  draw(canvas: Canvas, rules: LayerRules): void {
    const shapes = this.placed.get(rules) ?? [];
    for (const { of, feature, field, place } of shapes) {
      const halo = rules.number(`${of}-halo-width`, feature) * (this.viewport.scale / place.scale);
      if (halo === 0) continue;
      drawField(canvas, field, place, { color: rules.color(`${of}-halo-color`, feature), halo });
      if (of === 'icon') this.fill(canvas, rules, { of, feature, field, place });
    }
    for (const shape of shapes)
      if (shape.of === 'text' || rules.number('icon-halo-width', shape.feature) === 0)
        this.fill(canvas, rules, shape);
  }

  private fill(canvas: Canvas, rules: LayerRules, { of, feature, field, place }: DrawnShape): void {
    drawField(canvas, field, place, { color: rules.color(`${of}-color`, feature), halo: 0 });
  }

  private candidates(rules: LayerRules, tiles: readonly PlacedFeatures[]): Candidate[] {
    const alongLines = rules.text('symbol-placement') === 'line';
    const areas = new Map<string, { readonly candidate: Candidate; readonly area: number }>();
    const candidates: Candidate[] = [];
    for (const { features, place } of tiles)
      for (const feature of features) {
        if (!rules.shows(feature)) continue;
        const common = { feature, key: rules.number('symbol-sort-key', feature) };
        if (feature.type === AREA) {
          const found = labelPlaceOf(partsOf(feature, place));
          // Each tile has its part of an area: the largest one has the label.
          const name = feature.id === undefined ? `${areas.size}` : `id ${feature.id}`;
          if (found !== undefined && found.area > (areas.get(name)?.area ?? 0))
            areas.set(name, { candidate: { ...common, at: found }, area: found.area });
        } else if (feature.type === LINE && alongLines) {
          const line = longestOf(partsOf(feature, place));
          if (line[0] !== undefined) candidates.push({ ...common, at: line[0], line });
        } else {
          for (const at of pointsOf(feature, place)) candidates.push({ ...common, at });
        }
      }
    return [...candidates, ...[...areas.values()].map(({ candidate }) => candidate)];
  }

  private shapesOf(rules: LayerRules, candidate: Candidate): readonly DrawnShape[] {
    const { feature, at } = candidate;
    const icon = this.iconOf(rules, candidate);
    const texts = this.textsOf(rules, candidate);
    if (icon === undefined && texts.length === 0) return [];
    const overlaps = rules.value('icon-allow-overlap') === true;
    const ignored = rules.value('icon-ignore-placement') === true;
    if (icon !== undefined && !overlaps && !this.hasRoom(icon.box)) return [];
    const text = texts.find(({ boxes }) => boxes.every((box) => this.hasRoom(box)));
    const isMissing = texts.length > 0 && text === undefined;
    if (isMissing || (icon === undefined && text === undefined)) return [];
    if (icon !== undefined && !ignored) this.taken.take(icon.box);
    for (const box of text?.boxes ?? []) this.taken.take(box);
    const letters = (text?.letters ?? []).map((letter) => ({ of: 'text', feature, ...letter }) as const);
    const isSeen = at.x > -100 && at.y > -100;
    return icon === undefined || !isSeen ? letters : [{ of: 'icon', feature, ...icon }, ...letters];
  }

  /** Whether a box is free and wholly in the picture: no label is cut. */
  private hasRoom(box: Box): boolean {
    const { width, height } = this.viewport;
    const isWithin = box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height;
    return isWithin && this.taken.isFree(box);
  }

  private iconOf(rules: LayerRules, { feature, at }: Candidate) {
    const field = this.ground.icon(rules.text('icon-image', feature));
    if (field === undefined) return undefined;
    const scale = rules.number('icon-size', feature, 1) * this.viewport.scale;
    const half = (field.width / field.fineness / 2) * scale;
    const box = { left: at.x - half, top: at.y - half, right: at.x + half, bottom: at.y + half };
    return { field, box, place: { x: box.left, y: box.top, scale } };
  }

  /** The text at each place where it may stand, the best first; nothing if a letter is missing. */
  private textsOf(rules: LayerRules, { feature, at, line }: Candidate): readonly ShapedText[] {
    const text = rules.text('text-field', feature).trim();
    if (text === '' || text.length > LONGEST_TEXT || !this.isNear(at, line)) return [];
    const [font = ''] = fontsOf(rules.value('text-font', feature));
    const { scale } = this.viewport;
    const lettering = {
      text,
      glyphOf: (codePoint: number) => this.ground.glyph(font, codePoint),
      scale: (rules.number('text-size', feature, 16) * scale) / 24,
      padding: PADDING * scale,
      maxWidth: rules.number('text-max-width', feature, 10),
      spacing: rules.number('text-letter-spacing', feature),
    };
    if (line !== undefined) return layOutAlong(lettering, { line, length: lengthOf(line) });
    const anchors = rules.has('text-variable-anchor')
      ? rules.value('text-variable-anchor', feature)
      : undefined;
    return layOut(lettering, {
      at,
      anchors: Array.isArray(anchors) ? anchors.map(String) : [rules.text('text-anchor', feature)],
      distance: rules.number('text-radial-offset', feature),
    });
  }

  private isNear(at: PicturePoint, line: readonly PicturePoint[] | undefined): boolean {
    const { width, height } = this.viewport;
    return line !== undefined || (at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height);
  }
}

const longestOf = (parts: readonly (readonly PicturePoint[])[]): readonly PicturePoint[] =>
  parts.reduce<readonly PicturePoint[]>(
    (longest, part) => (lengthOf(part) > lengthOf(longest) ? part : longest),
    [],
  );

const fontsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
