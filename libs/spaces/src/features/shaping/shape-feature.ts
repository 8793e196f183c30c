import {
  type BoundingBox,
  clipToArea,
  clipToBbox,
  distanceBetween,
  type Geometry,
  prepare,
  type PreparedGeometry,
} from '@cairn/geometry';
import { isItems, isMembers, type Json, type JsonMembers } from '../../json/json.js';
import { readJson, readPlain, writeJson } from '../../json/read-json.js';
import { readFeature } from '../content/feature-body.js';
import { FEATURE_SEPARATOR, withKnown } from '../content/stored-feature.js';
import { type FeatureSelection, selectMembers } from './selection.js';

/** How features are shown; a batch that is not shaped is passed on as it is. */
export interface FeatureShaping {
  readonly selection?: FeatureSelection | undefined;
  /** Takes the altitudes away. */
  readonly force2D?: boolean | undefined;
  /** Cuts geometries at the edges of a box, as `clipToBbox` does; one that only touches it becomes null. */
  readonly clip?: BoundingBox | undefined;
  /** Cuts geometries at the edges of an area, as `clipToArea` does; points stay. That takes long for large shapes. */
  readonly clipArea?: Geometry | undefined;
  /** Adds the distance of the whole geometry from this one to the namespace, as `distance`, in metres. */
  readonly distanceTo?: Geometry | undefined;
}

/** The texts of features, joined as the store gives them, each shown as asked for. */
export function shapeFeatures(texts: string, shaping: FeatureShaping): string {
  const { selection, force2D, clip, clipArea, distanceTo } = shaping;
  const isWhole = [selection, clip, clipArea].every((wanted) => wanted === undefined) && force2D !== true;
  if (isWhole && distanceTo === undefined) return texts;
  const place = distanceTo && prepare(distanceTo);
  const stored = texts.split(FEATURE_SEPARATOR);
  const features = place === undefined ? stored : stored.map((text) => withDistance(text, place));
  if (isWhole) return features.join(FEATURE_SEPARATOR);
  const cut = cutOf(shaping);
  return features.map((text) => shapeFeature(text, { selection, force2D, cut })).join(FEATURE_SEPARATOR);
}

function withDistance(text: string, place: PreparedGeometry): string {
  const { geometry } = readFeature(text);
  const meters = geometry ? distanceBetween(geometry, place) : Infinity;
  return meters < Infinity ? withKnown(text, { distance: Math.round(meters * 1_000) / 1_000 }) : text;
}

type Cut = (geometry: Geometry) => Geometry | undefined;

function cutOf({ clip, clipArea }: FeatureShaping): Cut | undefined {
  const area = clipArea && prepare(clipArea);
  if (area !== undefined) return (geometry) => cutToArea(geometry, area);
  return clip && ((geometry) => clipToBbox(geometry, clip));
}

/** A single point was found, so it is in the area. Cutting could leave it out because of rounding. */
const cutToArea = (geometry: Geometry, area: PreparedGeometry): Geometry | undefined =>
  geometry.type === 'Point' ? geometry : clipToArea(geometry, area);

function shapeFeature(
  text: string,
  {
    selection,
    force2D,
    cut,
  }: Pick<FeatureShaping, 'selection' | 'force2D'> & { readonly cut: Cut | undefined },
): string {
  const whole = readJson(text);
  if (!isMembers(whole)) return text;
  const isShown = cut !== undefined && selection?.geometry !== 'null';
  const feature = isShown ? { ...whole, geometry: cutGeometry(whole, text, cut) } : whole;
  const selected = selection === undefined ? feature : selectMembers(feature, selection);
  return writeJson(force2D === true ? flat(selected) : selected);
}

function cutGeometry(whole: JsonMembers, text: string, cut: Cut): Json {
  const { geometry } = readFeature(text);
  if (!geometry) return null;
  const left = cut(geometry);
  if (left === geometry) return whole['geometry'] ?? null;
  return left === undefined ? null : readPlain(JSON.stringify(left));
}

function flat(feature: JsonMembers): JsonMembers {
  const { geometry = null } = feature;
  return { ...feature, geometry: flatGeometry(geometry) };
}

function flatGeometry(geometry: Json): Json {
  if (!isMembers(geometry)) return geometry;
  const { coordinates, geometries } = geometry;
  return {
    ...geometry,
    ...(coordinates === undefined ? {} : { coordinates: flatCoordinates(coordinates) }),
    ...(isItems(geometries) ? { geometries: geometries.map(flatGeometry) } : {}),
  };
}

function flatCoordinates(coordinates: Json): Json {
  if (!isItems(coordinates)) return coordinates;
  return isItems(coordinates[0]) ? coordinates.map(flatCoordinates) : coordinates.slice(0, 2);
}
