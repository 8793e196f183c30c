import {
  Color,
  featureFilter,
  Formatted,
  latest,
  normalizePropertyExpression,
  ResolvedImage,
  type Feature,
  type FeatureFilter,
  type FilterSpecification,
  type PropertyValueSpecification,
  type StylePropertyExpression,
  type StylePropertySpecification,
} from '@maplibre/maplibre-gl-style-spec';
import type { Rgba } from './canvas.js';

/** A layer of a MapLibre style, of the ground or of data. */
export interface DrawnLayer {
  readonly id: string;
  readonly type: 'background' | 'fill' | 'line' | 'circle' | 'heatmap' | 'symbol';
  readonly source?: string;
  readonly 'source-layer'?: string;
  readonly minzoom?: number;
  readonly maxzoom?: number;
  readonly filter?: readonly unknown[];
  readonly layout?: Readonly<Record<string, unknown>>;
  readonly paint?: Readonly<Record<string, unknown>>;
}

/** What expressions look at. */
export type RuledFeature = Pick<Feature, 'type' | 'properties' | 'id'>;

type Specifications = Readonly<Record<string, StylePropertySpecification>>;

// The package declares the text of the specification, and no type of its parts.
const specifications = latest as unknown as Readonly<Record<string, Specifications>>;
const NO_FEATURE: RuledFeature = { type: 'Unknown', properties: {} };

/** What the filter and the properties of a layer give at a zoom, as MapLibre evaluates them. */
export class LayerRules {
  private readonly filter: FeatureFilter;
  private readonly expressions = new Map<string, StylePropertyExpression | undefined>();

  constructor(
    readonly layer: DrawnLayer,
    private readonly zoom: number,
    private readonly icons: readonly string[] = [],
  ) {
    this.filter = featureFilter(layer.filter as FilterSpecification | undefined, 'filter');
  }

  /** Whether the layer has the feature. */
  shows(feature: RuledFeature): boolean {
    return this.filter.filter({ zoom: this.zoom }, feature);
  }

  /** Whether the style says something of a property. */
  has(name: string): boolean {
    return this.given(name) !== undefined;
  }

  value(name: string, feature: RuledFeature = NO_FEATURE, heatmapDensity?: number): unknown {
    const globals = { zoom: this.zoom, ...(heatmapDensity !== undefined && { heatmapDensity }) };
    return this.expression(name)?.evaluate(globals, feature, {}, undefined, [...this.icons]);
  }

  number(name: string, feature?: RuledFeature, other = 0): number {
    const value = this.value(name, feature);
    return typeof value === 'number' && Number.isFinite(value) ? value : other;
  }

  text(name: string, feature?: RuledFeature): string {
    const value = this.value(name, feature);
    if (typeof value === 'string') return value;
    return value instanceof Formatted || value instanceof ResolvedImage ? value.toString() : '';
  }

  color(name: string, feature?: RuledFeature, heatmapDensity?: number): Rgba {
    const value = this.value(name, feature, heatmapDensity);
    return value instanceof Color ? straight(value) : { r: 0, g: 0, b: 0, a: 0 };
  }

  private given(name: string): unknown {
    return this.layer.paint?.[name] ?? this.layer.layout?.[name];
  }

  private expression(name: string): StylePropertyExpression | undefined {
    if (!this.expressions.has(name)) this.expressions.set(name, this.made(name));
    return this.expressions.get(name);
  }

  private made(name: string): StylePropertyExpression | undefined {
    const { type } = this.layer;
    const specification = specifications[`paint_${type}`]?.[name] ?? specifications[`layout_${type}`]?.[name];
    if (specification === undefined) return undefined;
    const value = this.given(name) ?? specification.default;
    if (value === undefined) return undefined;
    return normalizePropertyExpression(value as PropertyValueSpecification<unknown>, name, specification);
  }
}

/** The library multiplies the parts by `a`, from 0 to 1. */
function straight({ r, g, b, a }: Color): Rgba {
  const whole = a === 0 ? 0 : 255 / a;
  return { r: r * whole, g: g * whole, b: b * whole, a };
}
