import {
  type BoundingBox,
  boundingBoxesOf,
  generalised,
  type Geometry,
  type SplitGeometry,
  type PlacedTinyPolygon,
  positionCountOf,
  type TileShapes,
  unpackedShapes,
} from '@cairn/geometry';
import { isItems, isMembers, type Json, type JsonMembers, without } from '../../json/json.js';
import { writeJson } from '../../json/read-json.js';
import {
  bodyOf,
  featureOf,
  type FeatureParts,
  hasLongWhole,
  KNOWN_MEMBERS,
  readBody,
  type ReadFeature,
} from '../content/feature-body.js';
import { featureText, NAMESPACE, type StoredFeature, withKnown } from '../content/stored-feature.js';
import {
  areShapes,
  cutFor,
  type DrawnArea,
  generalisedCutFor,
  generalisedShapesOf,
  MAX_POSITIONS,
  pieceNumbersFor,
  piecesOf,
  shapesNumbersFor,
} from './feature-pieces.js';

/** A large feature in the form that some tiles need. */
export interface FeatureCopy {
  /** One of `COPY_ZOOMS`: the whole feature for tiles of that zoom. A greater number: a piece of it, for one place. */
  readonly part: number;
  /** As in `StoredFeature`. */
  readonly body: string;
}

/**
 * Zooms that large features have copies for. At higher zooms, detailed features would hardly become smaller, so they
 * are cut.
 */
export const COPY_ZOOMS: readonly number[] = [0, 1, 2, 3, 4];

/** In code units: a shorter body cannot hold more than `MAX_POSITIONS` positions. */
export const LEAST_LARGE_BODY = MAX_POSITIONS * '[0,0],'.length;

/** Every piece repeats all members of its feature. If the members are longer than this, there are no pieces. */
const LONGEST_MEMBERS = 20_000;

/** The copies that an area can be drawn from, by descending number. The first one that a feature has is used. */
export const copiesFor = (area: DrawnArea): readonly number[] =>
  COPY_ZOOMS.includes(area.tile.zoom) ? [...shapesNumbersFor(area), area.tile.zoom] : pieceNumbersFor(area);

/**
 * The copies of a feature with this body; none if the feature is not large.
 * @param isLate Asked before each tile of a zoom. Once it is true, no more shapes are made: they take long where edges
 * cross everywhere.
 */
export function copiesOf(body: string, isLate = (): boolean => false): readonly FeatureCopy[] {
  const { geometry, ...feature } = featureOf(body);
  const positions = geometry ? positionCountOf(geometry) : 0;
  if (!geometry || positions <= MAX_POSITIONS) return [];
  const id = String(feature.id);
  const { foreign, properties } = partsOf(body, feature);
  const bodyWith = (copy: Geometry): string =>
    bodyOf({ id, foreign, geometry: JSON.stringify(copy), properties });
  const copies: FeatureCopy[] = [];
  const boxes = boundingBoxesOf(geometry);
  const add = (part: number, copy: Geometry, known: object = {}): void => {
    const members = JSON.stringify({ [BOXES]: boxes, ...known }).slice(1, -1);
    copies.push({ part, body: `${bodyWith(copy)}${members},` });
  };
  const zooms = COPY_ZOOMS.map((zoom) => ({ zoom, ...generalised(geometry, zoom) }));
  for (const one of zooms) add(one.zoom, one.geometry, { [GRAINS]: packedTinyPolygons(one.tinyPolygons) });
  if (foreign.length + properties.length > LONGEST_MEMBERS) return copies;
  for (const { number, geometry: piece } of piecesOf(geometry)) add(number, piece);
  for (const { number, shapes, whole } of generalisedShapesOf(zooms, positions, isLate))
    add(number, withoutPositions(whole.geometry), { [SHAPES]: shapes });
  return copies;
}

/** What a feature has besides its geometry, as JSON, with exact numbers. */
function partsOf(body: string, feature: JsonMembers): Pick<FeatureParts, 'foreign' | 'properties'> {
  const { properties = {} } = feature;
  const plain = {
    foreign: without(feature, ...KNOWN_MEMBERS),
    properties: isMembers(properties) ? without(properties, NAMESPACE) : {},
  };
  const parts = hasLongWhole(body) ? readBody(body) : plain;
  return { foreign: writeJson(parts.foreign), properties: writeJson(parts.properties) };
}

/** The text of a feature with the body of its copy. `generalisedFor` recognises it. */
export const copyText = (copied: StoredFeature, part: number): string =>
  withKnown(featureText(copied), { [COPY]: part });

/** Member of the namespace of a copy: which copy it is. No client can write it. */
const COPY = 'copyPart';
/** Member of the namespace of a copy: the boxes of the whole feature. */
const BOXES = 'copyBoxes';
/** Member of the namespace of a copy that is generalised for a zoom: the polygons that are not in the geometry. */
const GRAINS = 'copyGrains';
/** Member of the namespace of a copy for one tile: the shapes of the geometry. That geometry has no positions. */
const SHAPES = 'copyShapes';

/** A feature, and the geometry that an area is drawn from. */
export interface GeneralisedFeature {
  readonly geometry: Geometry | null | undefined;
  /** Polygons that are too small for a shape, and not in the geometry. */
  readonly tinyPolygons?: readonly PlacedTinyPolygon[] | undefined;
  /** The part of the geometry that is in the tile, if known. */
  readonly shapes?: TileShapes | undefined;
  /** The boxes of the whole feature, if the geometry is only a part of it. */
  readonly boxes?: readonly BoundingBox[] | undefined;
  readonly members: JsonMembers;
}

/**
 * What an area is drawn from. For a large feature it is the content of its copy, even if the feature does not come as
 * that copy. So tiles do not depend on which copies a store has.
 */
export function generalisedFor(feature: ReadFeature, area: DrawnArea): GeneralisedFeature {
  const { geometry } = feature;
  const members: JsonMembers = feature;
  const given = members['properties'];
  const known = isMembers(given) ? given[NAMESPACE] : undefined;
  const part = isMembers(known) ? known[COPY] : undefined;
  const { zoom } = area.tile;
  if (isMembers(given) && isMembers(known) && typeof part === 'number') {
    const properties = { ...given, [NAMESPACE]: without(known, COPY, BOXES, GRAINS, SHAPES) };
    const copied = { members: { ...members, properties }, boxes: boxesIn(known[BOXES]) };
    if (!geometry) return { ...copied, geometry };
    if (areShapes(part)) return { ...copied, geometry, shapes: shapesIn(known[SHAPES]) };
    if (COPY_ZOOMS.includes(part))
      return { ...copied, ...cutOf(area, { geometry, tinyPolygons: tinyPolygonsIn(known[GRAINS]) }) };
    return { ...copied, geometry: cutFor(area, { geometry, number: part }) };
  }
  if (!geometry || positionCountOf(geometry) <= MAX_POSITIONS) return { geometry, members };
  const whole = { members, boxes: boundingBoxesOf(geometry) };
  if (COPY_ZOOMS.includes(zoom)) return { ...whole, ...cutOf(area, generalised(geometry, zoom)) };
  return { ...whole, geometry: cutFor(area, { geometry }) };
}

/** What an area is drawn from, given a geometry that is generalised for its zoom. */
const cutOf = (area: DrawnArea, { geometry, tinyPolygons }: SplitGeometry): SplitGeometry => ({
  geometry: generalisedCutFor(area, geometry),
  tinyPolygons,
});

const packedTinyPolygons = (tinyPolygons: readonly PlacedTinyPolygon[]): readonly number[] =>
  tinyPolygons.flatMap(({ position: [longitude, latitude], area }) => [longitude, latitude, area]);

function tinyPolygonsIn(value: Json | undefined): readonly PlacedTinyPolygon[] {
  const packed = numbersIn(value);
  return Array.from({ length: packed.length / 3 }, (_, index) => {
    const [longitude = 0, latitude = 0, area = 0] = packed.slice(index * 3, index * 3 + 3);
    return { position: [longitude, latitude], area };
  });
}

function shapesIn(value: Json | undefined): TileShapes {
  const { points, lines, polygons, grains } = isMembers(value) ? value : {};
  return unpackedShapes({
    points: numbersIn(points),
    lines: numbersIn(lines),
    polygons: numbersIn(polygons),
    grains: numbersIn(grains),
  });
}

const numbersIn = (value: Json | undefined): readonly number[] => (isItems(value) ? value.map(Number) : []);

/** A geometry of the same type, without positions. */
function withoutPositions({ type }: Geometry): Geometry {
  return type === 'GeometryCollection' ? { type, geometries: [] } : { type, coordinates: [] };
}

function boxesIn(value: Json | undefined): readonly BoundingBox[] | undefined {
  if (!isItems(value)) return undefined;
  return value.map((box) => {
    const [west = 0, south = 0, east = 0, north = 0] = isItems(box) ? box.map(Number) : [];
    return [west, south, east, north];
  });
}
