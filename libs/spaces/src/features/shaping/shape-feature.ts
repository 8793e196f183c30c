import { type BoundingBox, clipToBbox } from '@cairn/geometry';
import { isItems, isMembers, type Json, type JsonMembers } from '../../json/json.js';
import { readJson, readPlain, writeJson } from '../../json/read-json.js';
import { readFeature } from '../content/feature-body.js';
import { FEATURE_SEPARATOR } from '../content/stored-feature.js';
import { type FeatureSelection, selectMembers } from './selection.js';

/** How features are shown; a batch that is not shaped is passed on as it is. */
export interface FeatureShaping {
  readonly selection?: FeatureSelection | undefined;
  /** Takes the altitudes away. */
  readonly force2D?: boolean | undefined;
  /** Cuts geometries at the edges of a box, as `clipToBbox` does; one that only touches it becomes null. */
  readonly clip?: BoundingBox | undefined;
}

/** The texts of features, joined as the store gives them, each shown as asked for. */
export function shapeFeatures(texts: string, shaping: FeatureShaping): string {
  const { selection, force2D, clip } = shaping;
  if (selection === undefined && force2D !== true && clip === undefined) return texts;
  const features = texts.split(FEATURE_SEPARATOR);
  return features.map((text) => shapeFeature(text, shaping)).join(FEATURE_SEPARATOR);
}

function shapeFeature(text: string, { selection, force2D, clip }: FeatureShaping): string {
  const whole = readJson(text);
  if (!isMembers(whole)) return text;
  const isShown = clip !== undefined && selection?.geometry !== 'null';
  const feature = isShown ? { ...whole, geometry: clippedGeometry(whole, text, clip) } : whole;
  const selected = selection === undefined ? feature : selectMembers(feature, selection);
  return writeJson(force2D === true ? flat(selected) : selected);
}

function clippedGeometry(whole: JsonMembers, text: string, clip: BoundingBox): Json {
  const { geometry } = readFeature(text);
  if (!geometry) return null;
  const clipped = clipToBbox(geometry, clip);
  if (clipped === geometry) return whole['geometry'] ?? null;
  return clipped === undefined ? null : readPlain(JSON.stringify(clipped));
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
