import { isItems, isMembers, type Json, type JsonMembers } from '../../json/json.js';
import { readJson, writeJson } from '../../json/read-json.js';
import { FEATURE_SEPARATOR } from '../content/stored-feature.js';
import { type FeatureSelection, selectMembers } from './selection.js';

/** How features are shown; a batch that is not shaped is passed on as it is. */
export interface FeatureShaping {
  readonly selection?: FeatureSelection | undefined;
  /** Takes the altitudes away. */
  readonly force2D?: boolean | undefined;
}

/** The texts of features, joined as the store gives them, each shown as asked for. */
export function shapeFeatures(texts: string, shaping: FeatureShaping): string {
  if (shaping.selection === undefined && shaping.force2D !== true) return texts;
  const features = texts.split(FEATURE_SEPARATOR);
  return features.map((text) => shapeFeature(text, shaping)).join(FEATURE_SEPARATOR);
}

function shapeFeature(text: string, { selection, force2D }: FeatureShaping): string {
  const feature = readJson(text);
  if (!isMembers(feature)) return text;
  const selected = selection === undefined ? feature : selectMembers(feature, selection);
  return writeJson(force2D === true ? flat(selected) : selected);
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
