import { boundingBoxesOf, type BoundingBox } from '@cairn/geometry';
import { isMembers, type Json, type JsonMembers, memberOf } from '../../json/json.js';
import { readJson, writeJson } from '../../json/read-json.js';
import { bodyOf, featureOf, readBody } from '../content/feature-body.js';
import { type FeatureOutline, outlineOf } from '../content/feature-outline.js';
import type { FeatureDraft } from '../content/feature-draft.js';
import { mergeMembers, mergePatch } from '../../json/merge-patch.js';

/** What a stored feature becomes. */
export interface FeatureContent extends BodyFacts {
  readonly body: string;
}

/** Facts about a body that are derived from it. */
export interface BodyFacts {
  /** The boxes to index its geometry by. */
  readonly boxes: readonly BoundingBox[];
  readonly outline: FeatureOutline;
}

/** The feature of a draft that replaces any other. */
export function contentOf({
  id,
  foreign,
  geometry = 'null',
  properties,
  boxes,
  outline,
}: FeatureDraft): FeatureContent {
  return { body: bodyOf({ id, foreign, geometry, properties: membersOr(properties, '{}') }), boxes, outline };
}

/** The feature of a stored body with the draft merged into it. */
export function patched(body: string, draft: FeatureDraft): FeatureContent {
  const stored = readBody(body);
  const next = bodyOf({
    id: draft.id,
    foreign: writeJson(mergePatch(stored.foreign, readJson(draft.foreign))),
    geometry: writeJson(mergeGeometry(stored.geometry, draft.geometry)),
    properties: writeJson(mergeProperties(stored.properties, draft.properties)),
  });
  return { body: next, ...factsOf(next) };
}

/** Computes the facts that are known of a stored body. */
export function factsOf(body: string): BodyFacts {
  const { geometry, properties } = featureOf(body);
  return {
    boxes: geometry ? boundingBoxesOf(geometry) : [],
    outline: outlineOf(geometry?.type, properties),
  };
}

/** The boxes that the geometry of a stored body is indexed by. */
export const boxesOf = (body: string): readonly BoundingBox[] => factsOf(body).boxes;

/** Coordinates are never merged, because they are arrays. A geometry of another type replaces the stored one. */
function mergeGeometry(stored: Json, given: string | undefined): Json {
  if (given === undefined) return stored;
  const geometry = readJson(given);
  const isSameType = isMembers(geometry) && memberOf(stored, 'type') === memberOf(geometry, 'type');
  return isSameType ? mergePatch(stored, geometry) : geometry;
}

function mergeProperties(stored: JsonMembers, given: string | undefined): JsonMembers {
  if (given === undefined) return stored;
  const properties = readJson(given);
  return isMembers(properties) ? mergeMembers(stored, properties) : {};
}

const membersOr = (text: string | undefined, absent: string): string =>
  text === undefined || text === 'null' ? absent : text;
