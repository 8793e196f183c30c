import type { Geometry, TaggedFeature } from '@cairn/client';
import { tagsOf } from '../../images/library/tags.ts';
import { contentOf, EMPTY, isSame, type FeatureContent } from './feature-content.ts';
import { propertiesOf, textOf, type PropertyRow } from './property-text.ts';

/** The shapes that can be drawn on the map. */
export const shapes = ['Point', 'LineString', 'Polygon'] as const;
export type Shape = (typeof shapes)[number];

/** A feature that is being drawn or changed. The map and the panel beside it both show and change its geometry. */
export class Draft {
  geometry = $state.raw<Geometry | null>(null);
  /** Whether the geometry can be changed on the map. */
  isDrawable = $state(true);
  rows = $state<PropertyRow[]>([]);
  /** Separated by commas. */
  tags = $state('');

  /** What is stored. */
  readonly base: FeatureContent;
  readonly content = $derived.by<FeatureContent>(() => ({
    geometry: this.geometry,
    // In a new feature, an empty value counts as not filled in.
    properties: propertiesOf(
      this.stored === undefined ? this.rows.filter(({ text }) => text !== '') : this.rows,
    ),
    tags: tagsOf(this.tags),
  }));
  readonly isChanged = $derived.by(() => !isSame(this.content, this.base));

  private constructor(
    /** The shape that is being drawn while there is no geometry. */
    readonly shape: Shape | undefined,
    /** The stored feature; `undefined` for a new one. */
    readonly stored: TaggedFeature | undefined,
    rows: readonly (readonly [name: string, text: string])[],
  ) {
    this.base = stored === undefined ? EMPTY : contentOf(stored.feature);
    this.geometry = this.base.geometry;
    this.tags = this.base.tags.join(', ');
    this.rows = rows.map(([name, text], id) => ({ id, name, text }));
  }

  /** @param names The properties to fill in. */
  static drawn(shape: Shape, names: readonly string[]): Draft {
    return new Draft(
      shape,
      undefined,
      names.map((name) => [name, '']),
    );
  }

  static of(stored: TaggedFeature): Draft {
    const { properties } = contentOf(stored.feature);
    return new Draft(
      undefined,
      stored,
      Object.entries(properties).map(([name, value]) => [name, textOf(value)]),
    );
  }
}
