import { encodeLimitedTile, numericIdOf, TileDrawing, type TileProperties } from '@cairn/geometry';
import { readFeatures } from '../features/content/feature-body.js';
import { NAMESPACE } from '../features/content/stored-feature.js';
import { generalisedFor } from '../features/detail/feature-copies.js';
import { rankOf } from '../features/detail/feature-level.js';
import { type FeatureSelection, selectMembers } from '../features/shaping/selection.js';
import { ExactNumber, numberOf } from '../json/exact-number.js';
import { isMembers, type Json, type JsonMembers } from '../json/json.js';
import { writeJson } from '../json/read-json.js';
import type { DrawnTile, TilePlan } from './tile-drawer.js';
import { TILE_EXTENT } from '../features/detail/tile-grid.js';
import type { TileAttributes } from './tile-query.js';

interface Wanted {
  readonly attributes: TileAttributes;
  readonly selection?: FeatureSelection | undefined;
}

type Scalar = string | number | boolean | bigint;

/**
 * The attributes of a feature in a tile: its selected properties and its `id`. The data that the service adds is among
 * them only if it is selected by name.
 */
function attributesOf(feature: JsonMembers, { attributes, selection }: Wanted): TileProperties {
  const members = selection === undefined ? feature : selectMembers(feature, selection);
  const properties = isMembers(members['properties']) ? members['properties'] : {};
  const isNamed = selection !== undefined && selection.paths !== 'all';
  const told: Record<string, Scalar> = {};
  const prefix = attributes === 'nested' ? '' : 'properties.';
  for (const name of Object.keys(properties))
    if (isNamed || name !== NAMESPACE) put(told, `${prefix}${name}`, properties[name] ?? null, attributes);
  told['id'] = idOf(members);
  return told;
}

/** Stored features have texts as ids. */
const idOf = ({ id }: JsonMembers): string => (typeof id === 'string' ? id : JSON.stringify(id));

/** Tiles can have neither null nor nested values. */
function put(told: Record<string, Scalar>, name: string, value: Json, attributes: TileAttributes): void {
  if (value === null) return;
  if (typeof value !== 'object') set(told, name, value);
  else if (value instanceof ExactNumber) set(told, name, numberOf(value));
  else if (attributes === 'nested' || !isMembers(value)) set(told, name, writeJson(value));
  else
    for (const inner of Object.keys(value)) put(told, `${name}.${inner}`, value[inner] ?? null, attributes);
}

function set(told: Record<string, Scalar>, name: string, value: Scalar): void {
  if (name === '__proto__')
    Object.defineProperty(told, name, { value, enumerable: true, configurable: true });
  else told[name] = value;
}

/**
 * Draws a tile of features as they come. If there are more than fit, keeps those with the largest boxes, and of equal
 * ones those with the lowest `rankOf`: the same in neighbouring tiles, in every store, and each time. Large features
 * come first in the tile, so that small ones are drawn over them.
 */
export class TilePainter {
  private readonly drawing: TileDrawing;
  private read = 0;

  constructor(private readonly plan: TilePlan) {
    const { tile, reach, maxFeatures } = plan;
    this.drawing = new TileDrawing({ tile, extent: TILE_EXTENT, buffer: reach }, maxFeatures);
  }

  /** @param texts Of features, as chunks of a store have them. */
  add(texts: string): void {
    const isHidden = this.plan.selection?.geometry === 'null';
    for (const feature of readFeatures(texts)) {
      const { geometry, tinyPolygons, shapes, boxes, members } = generalisedFor(feature, this.plan);
      if (!geometry || isHidden) continue;
      const id = String(feature.id);
      this.read += 1;
      this.drawing.add({
        id: numericIdOf(id),
        rank: rankOf(id),
        geometry,
        tinyPolygons,
        shapes,
        boxes,
        properties: attributesOf(members, this.plan),
      });
    }
  }

  finish(): DrawnTile {
    const { layer, maxSizeInBytes } = this.plan;
    const { features, omitted } = this.drawing.finish();
    const limited = encodeLimitedTile({ name: layer, extent: TILE_EXTENT, features }, maxSizeInBytes);
    return { bytes: new Uint8Array(limited.bytes), omitted: omitted + limited.omitted, read: this.read };
  }
}
