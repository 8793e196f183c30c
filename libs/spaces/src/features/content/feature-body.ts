import { type Feature, validateFeature } from '@cairn/geometry';
import { isMembers, type Json, type JsonMembers, without } from '../../json/json.js';
import { readJson } from '../../json/read-json.js';
import { FEATURE_SEPARATOR, NAMESPACE, type StoredFeature } from './stored-feature.js';

/** The parts of a feature as JSON texts. */
export interface FeatureParts {
  readonly id: string;
  /** An object with the members that RFC 7946 does not define. */
  readonly foreign: string;
  readonly geometry: string;
  /** An object. */
  readonly properties: string;
}

/** The members of a feature that are not foreign to it; its `bbox` is not kept. */
export const KNOWN_MEMBERS = ['type', 'id', 'bbox', 'geometry', 'properties'] as const;

/** The text of a feature up to where its namespace is open, as `StoredFeature` holds it. */
export function bodyOf({ id, foreign, geometry, properties }: FeatureParts): string {
  const members = [
    `"type":"Feature"`,
    `"id":${JSON.stringify(id)}`,
    inner(foreign),
    `"geometry":${geometry}`,
  ];
  const within = [inner(properties), NAMESPACE_START].filter((text) => text !== '').join(',');
  return `{${members.filter((text) => text !== '').join(',')},"properties":{${within}`;
}

const NAMESPACE_START = `"${NAMESPACE}":{`;

/** The text of a feature as a client sends it, without the data that the service adds. */
export function withoutNamespace(body: string): string {
  const open = body.slice(0, -NAMESPACE_START.length);
  return `${open.endsWith(',') ? open.slice(0, -1) : open}}}`;
}

/** The feature that `featureText` has written. */
export function storedFeatureOf({ id, text }: { readonly id: string; readonly text: string }): StoredFeature {
  // In a tag, which is a JSON string, the quotes have backslashes before them.
  const start = text.lastIndexOf(NAMESPACE_START) + NAMESPACE_START.length;
  const { tags = [], createdAt, updatedAt, version } = readKnown(`{${text.slice(start, -2)}`);
  return { id, body: text.slice(0, start), createdAt, updatedAt, version, tags };
}

const readKnown: (
  text: string,
) => Omit<StoredFeature, 'id' | 'body' | 'tags'> & Partial<Pick<StoredFeature, 'tags'>> = JSON.parse;

const inner = (object: string): string => object.slice(1, -1);

/** The content of a body, with exact numbers and without the namespace. */
export interface FeatureMembers {
  readonly foreign: JsonMembers;
  readonly geometry: Json;
  readonly properties: JsonMembers;
}

/** Splits a body into its parts again. */
export function readBody(body: string): FeatureMembers {
  const feature = membersOf(readJson(closed(body)));
  return {
    foreign: without(feature, ...KNOWN_MEMBERS),
    geometry: feature['geometry'] ?? null,
    properties: without(membersOf(feature['properties']), NAMESPACE),
  };
}

/** The feature of a body with an empty namespace, in JavaScript's numbers. */
export function featureOf(body: string): Feature & JsonMembers {
  return readFeature(closed(body));
}

/** Whether the feature of a body has more than this many members and items, not counting those of coordinates. */
export function hasMoreValues(body: string, maxValues: number): boolean {
  if (body.length < MIN_VALUE_LENGTH * maxValues) return false;
  const limits = { maxValues: maxValues + 1, maxVertices: Infinity, maxDepth: Infinity }; // the namespace is one more
  return !validateFeature(featureOf(body), limits).ok;
}

/** The shortest value takes two characters: a digit and a comma. */
const MIN_VALUE_LENGTH = 2;

/** The feature of a whole text that is stored, in JavaScript's numbers. */
export const readFeature: (text: string) => Feature & JsonMembers = JSON.parse;

const closed = (body: string): string => `${body}}}}`;

const membersOf = (value: Json | undefined): JsonMembers => (isMembers(value) ? value : {});

/** A feature whose geometry is in JavaScript's numbers, whatever its other members are in. */
export type ReadFeature = Omit<Feature, 'properties'> & JsonMembers;

/**
 * The features of texts that a store has joined. Whole numbers that a double cannot hold are exact, except in
 * geometries. All other numbers are JavaScript's.
 */
export function readFeatures(texts: string): readonly ReadFeature[] {
  const features = parseFeatures(`[${texts}]`);
  if (!hasLongWhole(texts)) return features;
  const each = texts.split(FEATURE_SEPARATOR);
  return features.map((feature, index) => withExactMembers(feature, each[index] ?? ''));
}

function withExactMembers(feature: Feature & JsonMembers, text: string): ReadFeature {
  const exact = hasLongWhole(text) ? readJson(text) : undefined;
  return isMembers(exact) ? { ...feature, ...without(exact, 'type', 'id', 'geometry') } : feature;
}

/** Whether there may be a whole number of 16 or more digits. Few texts have one, and only those are read exactly. */
export const hasLongWhole = (text: string): boolean => /[:,[]-?\d{16}/.test(text);

const parseFeatures: (text: string) => readonly (Feature & JsonMembers)[] = JSON.parse;
