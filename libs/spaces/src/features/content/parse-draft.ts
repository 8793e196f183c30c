import { boundingBoxesOf, type GeoJsonFault, validateFeature } from '@cairn/geometry';
import type { Fault } from '@cairn/kernel';
import { ExactNumber, numberText } from '../../json/exact-number.js';
import { jsonFault } from '../../json/json-fault.js';
import { isItems, isMembers, type Json, type JsonMembers, memberOf, without } from '../../json/json.js';
import { exactly, readPlain, writeJson } from '../../json/read-json.js';
import { KNOWN_MEMBERS } from './feature-body.js';
import type { FeatureDraft } from './feature-draft.js';
import { outlineOf } from './feature-outline.js';
import { type FeatureLimits, HOW_TO_SPLIT, isLonger, MAX_FEATURE_ID_LENGTH } from './feature-limits.js';
import { NAMESPACE } from './stored-feature.js';
import { MAX_TAG_LENGTH, MAX_TAGS, normaliseTags } from './tags.js';

/** How a feature's text becomes a draft. */
export interface DraftOptions {
  readonly limits: FeatureLimits;
  /** Takes precedence over the id in the text. */
  readonly id?: string | undefined;
  /** With `id`: whether to refuse a text that has another id. */
  readonly idInText?: 'ignored' | 'same' | undefined;
  /** Put in front of the id. */
  readonly prefixId?: string | undefined;
  /** Whether to refuse a text without a `type`: on a line of a file, `{}` is not a feature. */
  readonly requiresType?: boolean | undefined;
  /** Whether the version in the namespace is the one that the client changed. Otherwise it is ignored. */
  readonly detectConflicts?: boolean | undefined;
  /** Whether to accept a geometry as a feature without properties, because a file of GeoJSON may be a geometry. */
  readonly mayBeGeometry?: boolean | undefined;
  /** Makes an id for a text without one. */
  readonly makeId: () => string;
}

/** The draft, or the faults of the text and its id if it has one. Pointers start at the feature. */
export type ParsedDraft =
  | { readonly draft: FeatureDraft; readonly faults?: undefined }
  | { readonly faults: readonly Fault[]; readonly id: string | undefined; readonly draft?: undefined };

/**
 * Reads the text of one feature. A missing `type` means `Feature`, unless it is required. A number as id is read as its
 * text. Drops `bbox`, and everything in the namespace except `tags` and `version`.
 */
export function parseDraft(text: string, options: DraftOptions): ParsedDraft {
  const { maxSizeInBytes } = options.limits;
  if (isLonger(text, maxSizeInBytes))
    return fault('feature-too-large', `has more than ${maxSizeInBytes} bytes; ${HOW_TO_SPLIT}`);
  const plain = parse(text);
  if (plain === undefined) return fault('invalid-json', `is not JSON: it ${jsonFault(text)}`);
  const isBare = options.mayBeGeometry === true && isGeometry(plain);
  const assumesType = options.requiresType !== true && isMembers(plain) && plain['type'] === undefined;
  const typed = isBare ? featureAround(plain) : assumesType ? { type: 'Feature', ...plain } : plain;
  const validation = validateFeature(typed, options.limits);
  if (!validation.ok) {
    const faults = isBare ? validation.faults.map(ofGeometry) : validation.faults;
    return { faults: faults.map(faultOf), id: isBare ? options.id : knownId(plain, options) };
  }
  const exact = exactly(text, plain);
  const given = isBare ? featureAround(exact) : exact;
  const faults = [...tagFaults(given), ...versionFaults(given, options), ...idFaults(given, options)];
  if (faults.length > 0) return { faults, id: knownId(given, options) };
  const { geometry } = validation.value;
  const boxes = geometry ? boundingBoxesOf(geometry) : [];
  const outline = outlineOf(geometry?.type, memberOf(given, 'properties'));
  const write: (value: Json) => string = exact === plain ? JSON.stringify : writeJson;
  return { draft: { ...draftOf(given, options, write), boxes, outline } };
}

const GEOMETRIES = new Set<Json | undefined>(
  ['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon', 'GeometryCollection'], // prettier-ignore
);

/**
 * Whether the value is meant as a geometry rather than as a feature of a wrong type: it has the members of such a
 * geometry.
 */
const isGeometry = (value: Json): value is JsonMembers =>
  isMembers(value) &&
  GEOMETRIES.has(value['type']) &&
  (value['coordinates'] !== undefined || value['geometries'] !== undefined);

const featureAround = (geometry: Json): JsonMembers => ({ type: 'Feature', geometry, properties: {} });

/** The fault with a pointer that starts at the geometry. */
const ofGeometry = ({ pointer, reason }: GeoJsonFault): GeoJsonFault => ({
  pointer: pointer.replace(/^\/geometry/, ''),
  reason,
});

function draftOf(
  given: Json,
  options: DraftOptions,
  write: (value: Json) => string,
): Omit<FeatureDraft, 'boxes' | 'outline'> {
  const members = isMembers(given) ? given : {};
  const { geometry, properties } = members;
  const namespace = memberOf(properties, NAMESPACE);
  return {
    id: idOf(members, options),
    foreign: Object.keys(members).every(isKnown) ? '{}' : write(without(members, ...KNOWN_MEMBERS)),
    geometry: geometry === undefined ? undefined : write(geometry),
    properties: isMembers(properties)
      ? write(namespace === undefined ? properties : without(properties, NAMESPACE))
      : properties === null
        ? 'null'
        : undefined,
    tags: tagsOf(namespace),
    baseVersion: options.detectConflicts === true ? versionIn(namespace) : undefined,
  };
}

const isKnown = (name: string): boolean => known.has(name);
const known = new Set<string>(KNOWN_MEMBERS);

function idOf(members: JsonMembers, { id, prefixId = '', makeId }: DraftOptions): string {
  return prefixId + (id ?? givenId(members) ?? makeId());
}

function givenId(members: JsonMembers): string | undefined {
  const id = memberOf(members, 'id');
  if (id instanceof ExactNumber || typeof id === 'number') return numberText(id);
  return typeof id === 'string' ? id : undefined;
}

/** The refused id to name the feature by, cut to the length that ids may have. */
function knownId(given: Json, { id, prefixId = '' }: DraftOptions): string | undefined {
  const known = id ?? (isMembers(given) ? givenId(given) : undefined);
  return known === undefined ? undefined : (prefixId + known).slice(0, MAX_FEATURE_ID_LENGTH);
}

function idFaults(given: Json, options: DraftOptions): readonly Fault[] {
  const { id = (isMembers(given) ? givenId(given) : undefined) ?? '', prefixId = '' } = options;
  const inText = isMembers(given) ? givenId(given) : undefined;
  if (options.idInText === 'same' && inText !== undefined && inText !== id)
    return [problem('/id', 'fixed', `is not '${id}': the id of a feature cannot be changed`)];
  const length = prefixId.length + id.length;
  if (length <= MAX_FEATURE_ID_LENGTH || [...prefixId, ...id].length <= MAX_FEATURE_ID_LENGTH) return [];
  return [problem('/id', 'invalid-id', `is longer than ${MAX_FEATURE_ID_LENGTH} characters`)];
}

function tagsOf(namespace: Json | undefined): readonly string[] | undefined {
  const tags = memberOf(namespace, 'tags');
  if (tags === null) return [];
  return isItems(tags) ? normaliseTags(tags.filter((tag) => typeof tag === 'string')) : undefined;
}

const namespaceOf = (given: Json): Json | undefined => memberOf(memberOf(given, 'properties'), NAMESPACE);

function versionIn(namespace: Json | undefined): number | undefined {
  const version = memberOf(namespace, 'version');
  return typeof version === 'number' ? version : undefined;
}

/**
 * A version that is not understood is a fault. If it were ignored, changes by others since then would be overwritten.
 */
function versionFaults(given: Json, { detectConflicts }: DraftOptions): readonly Fault[] {
  const version = memberOf(namespaceOf(given), 'version') ?? null;
  if (detectConflicts !== true || version === null || Number.isSafeInteger(version)) return [];
  return [problem(`/properties/${NAMESPACE}/version`, 'invalid-version', 'is no whole number')];
}

function tagFaults(given: Json): readonly Fault[] {
  const tags = memberOf(namespaceOf(given), 'tags');
  const pointer = `/properties/${NAMESPACE}/tags`;
  if (tags === undefined || tags === null) return [];
  if (!isItems(tags) || tags.some((tag) => typeof tag !== 'string'))
    return [problem(pointer, 'invalid-tags', 'is no array of texts')];
  if (tags.length > MAX_TAGS || tags.some((tag) => typeof tag === 'string' && tag.length > MAX_TAG_LENGTH))
    return [
      problem(pointer, 'invalid-tags', `has over ${MAX_TAGS} tags, or one over ${MAX_TAG_LENGTH} long`),
    ];
  return [];
}

function parse(text: string): Json | undefined {
  try {
    return readPlain(text);
  } catch {
    return undefined;
  }
}

const faultOf = ({ pointer, reason }: { readonly pointer: string; readonly reason: string }): Fault =>
  problem(pointer, 'invalid-feature', reason);

const fault = (code: string, reason: string): ParsedDraft => ({
  faults: [problem('', code, reason)],
  id: undefined,
});

function problem(pointer: string, code: string, reason: string): Fault {
  return { pointer, code, detail: `${pointer === '' ? 'It' : `\`${pointer}\``} ${reason}.` };
}
