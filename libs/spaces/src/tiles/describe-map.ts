import type { BoundingBox } from '@cairn/geometry';
import type { PortsOf } from '@cairn/kernel';
import type { Caller } from '../caller.js';
import { assertMayUse } from '../features/feature-access.js';
import { FeatureStore } from '../features/feature-store.js';
import type { ContentState } from '../features/feature-store.js';
import type { PropertyCount } from '../features/writing/content-summary.js';
import { SpaceRepository } from '../registry/space-repository.js';

/** An attribute of tiles. */
export interface MapField {
  readonly name: string;
  /** The type that most features have there. What is inside objects and arrays is a text of JSON. */
  readonly type: 'string' | 'number' | 'boolean';
}

export type MapShape = 'point' | 'line' | 'polygon';

/** What a map must know of a space before it asks for tiles. */
export interface MapDescription extends ContentState {
  /** A box around all features; absent if there are none. */
  readonly bounds: BoundingBox | undefined;
  /** The levels that tiles are worth asking for: those above `maxZoom` show nothing more. */
  readonly minZoom: number;
  readonly maxZoom: number;
  /** What features are drawn as, in the order in which they cover each other. */
  readonly shapes: readonly MapShape[];
  readonly fields: readonly MapField[];
}

/** A unit of the grid is 15 cm then, less than most data are exact to. */
const FINEST_ZOOM = 16;

const shapesOf = new Map<string, readonly MapShape[]>([
  ...(['Polygon', 'MultiPolygon'] as const).map((type) => [type, ['polygon']] as const),
  ...(['LineString', 'MultiLineString'] as const).map((type) => [type, ['line']] as const),
  ...(['Point', 'MultiPoint'] as const).map((type) => [type, ['point']] as const),
]);
const allShapes: readonly MapShape[] = ['polygon', 'line', 'point'];

/** Describes a space for maps, in a time that does not depend on how many features there are. */
export class DescribeMap {
  static readonly ports = { spaces: SpaceRepository, features: FeatureStore };

  constructor(private readonly ports: PortsOf<typeof DescribeMap.ports>) {}

  /** @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} */
  async execute(caller: Caller, spaceId: string): Promise<MapDescription> {
    const { spaces, features } = this.ports;
    const space = await spaces.get(spaceId);
    assertMayUse(caller, 'readFeatures', space);
    return describeMap({ space, head: await features.statistics(spaceId) });
  }
}

/** What a map has to know of this content. */
export function describeMap({ space, head }: ContentState): MapDescription {
  const { minTileLevel = 0, maxTileLevel = Math.max(FINEST_ZOOM, minTileLevel) } = space.settings;
  const { geometryTypes, properties } = head.summary;
  const found = new Set(geometryTypes.flatMap(({ name }) => shapesOf.get(name) ?? allShapes));
  return {
    space,
    head,
    bounds: head.bounds,
    minZoom: minTileLevel,
    maxZoom: Math.max(minTileLevel, maxTileLevel),
    shapes: found.size === 0 ? allShapes : allShapes.filter((shape) => found.has(shape)),
    fields: fieldsOf(properties),
  };
}

function fieldsOf(properties: readonly PropertyCount[]): readonly MapField[] {
  const fields = new Map<string, MapField['type']>();
  // The most frequent type of a name comes last, so that it wins.
  for (const { name, type } of properties.toSorted((one, other) => one.count - other.count))
    if (type !== 'null') fields.set(name, type === 'number' || type === 'boolean' ? type : 'string');
  fields.set('id', 'string');
  return [...fields].map(([name, type]) => ({ name, type }));
}
