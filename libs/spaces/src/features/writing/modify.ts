import { jsonEqual } from '../../json/json.js';
import { mergeBodies, mergeTags } from '../history/merge-versions.js';
import { featureOf, hasMoreValues, readBody, withoutNamespace } from '../content/feature-body.js';
import { HOW_TO_SPLIT, isLonger } from '../content/feature-limits.js';
import type { StoredFeature } from '../content/stored-feature.js';
import { MAX_TAG_LENGTH, MAX_TAGS } from '../content/tags.js';
import type { FailureReason, FeatureModification, WriteRule } from './modification.js';
import { type BodyFacts, contentOf, factsOf, type FeatureContent, patched } from './patch-feature.js';

/**
 * The version of the feature that the client changed, if the stored one is newer. `none`: the client changed the stored
 * one, or does not say. `unknown`: the version is not kept, or the feature did not exist yet.
 */
export type BaseFeature = StoredFeature | 'none' | 'unknown';

/** Facts about the write that a modification is part of. */
export interface WriteMoment {
  readonly now: number;
  /** The version that the space takes. */
  readonly version: number;
  readonly maxSizeInBytes: number;
  readonly maxValues: number;
  readonly base: BaseFeature;
}

interface WrittenFeature<Kind extends string> extends BodyFacts {
  readonly kind: Kind;
  readonly feature: StoredFeature;
}

/** The result for one feature. */
export type FeatureChange =
  | WrittenFeature<'inserted'>
  | WrittenFeature<'updated'>
  | { readonly kind: 'unchanged'; readonly feature: StoredFeature }
  | { readonly kind: 'deleted'; readonly feature: StoredFeature }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly detail: string };

/** Applies a modification to the feature as it is stored, if it is. A write that alters nothing is `unchanged`. */
export function modify(
  stored: StoredFeature | undefined,
  modification: FeatureModification,
  moment: WriteMoment,
): FeatureChange {
  const { draft, ifVersion } = modification;
  if (ifVersion !== undefined && stored?.version !== ifVersion) {
    const found = stored === undefined ? 'is not there' : `has version ${stored.version}`;
    return failed('version-mismatch', `The feature '${draft.id}' ${found}, not version ${ifVersion}.`);
  }
  return stored === undefined ? create(modification, moment) : change(stored, modification, moment);
}

function create({ draft, rule, former }: FeatureModification, { now, version }: WriteMoment): FeatureChange {
  switch (rule.onNotExists) {
    case 'retain':
      return { kind: 'absent' };
    case 'error':
      return failed('feature-not-found', `There is no feature with the id '${draft.id}'.`);
    case 'create': {
      if (former !== undefined)
        return { kind: 'inserted', feature: { ...former, version }, ...factsOf(former.body) };
      const { body, ...facts } = contentOf(draft);
      const tags = tagsAfter([], { draft, rule });
      if (areTooMany(tags)) return tooManyTags(draft.id);
      const feature = { id: draft.id, body, createdAt: now, updatedAt: now, version, tags };
      return { kind: 'inserted', feature, ...facts };
    }
  }
}

function change(
  stored: StoredFeature,
  modification: FeatureModification,
  moment: WriteMoment,
): FeatureChange {
  const { rule } = modification;
  const isStale = moment.base !== 'none';
  switch (rule.onExists) {
    case 'retain':
      return { kind: 'unchanged', feature: stored };
    case 'error':
      return failed('feature-exists', `The record ${stored.id} exists.`);
    case 'delete':
      return isStale ? conflict(stored) : { kind: 'deleted', feature: stored };
    case 'replace':
      return isStale ? conflict(stored) : replace(stored, modification, moment);
    case 'merge':
      return isStale ? mergeStale(stored, modification, moment) : replace(stored, modification, moment);
    case 'patch':
      return patch(stored, modification, moment);
  }
}

function replace(
  stored: StoredFeature,
  modification: FeatureModification,
  moment: WriteMoment,
): FeatureChange {
  const tags = tagsAfter([], modification);
  return become(stored, { ...contentOf(modification.draft), tags }, moment);
}

/** Merges a change with later changes by others. */
function mergeStale(
  stored: StoredFeature,
  modification: FeatureModification,
  moment: WriteMoment,
): FeatureChange {
  const { draft, rule } = modification;
  const wanted = { ...contentOf(draft), tags: tagsAfter([], modification) };
  const merged = mergeChanges(stored, { wanted, rule }, moment);
  if (merged.kind !== 'failed' || merged.reason !== 'version-conflict' || rule.onConflict === 'error')
    return merged;
  return rule.onConflict === 'retain'
    ? { kind: 'unchanged', feature: stored }
    : become(stored, wanted, moment);
}

function patch(stored: StoredFeature, modification: FeatureModification, moment: WriteMoment): FeatureChange {
  const { base } = moment;
  const onto = (feature: StoredFeature): TaggedContent => ({
    ...patched(feature.body, modification.draft),
    tags: tagsAfter(feature.tags, modification),
  });
  if (base !== 'none' && base !== 'unknown')
    return mergeChanges(stored, { wanted: onto(base), rule: modification.rule }, moment);
  const next = becomeMerged(stored, onto(stored), moment);
  return base === 'unknown' && next.kind === 'updated' ? conflict(stored) : next;
}

/** The intended content of a feature. */
interface TaggedContent extends FeatureContent {
  readonly tags: readonly string[];
}

/** Applies the changes between the base and `wanted` to the stored feature. */
function mergeChanges(
  stored: StoredFeature,
  { wanted, rule }: { readonly wanted: TaggedContent; readonly rule: WriteRule },
  moment: WriteMoment,
): FeatureChange {
  const { base } = moment;
  if (base === 'none' || base === 'unknown') return conflict(stored);
  const bodies = { base: base.body, stored: stored.body, wanted: wanted.body };
  const merged = mergeBodies(stored.id, bodies);
  if ('clash' in merged) return conflict(stored, merged.clash);
  const tags = ruledTags(mergeTags({ base: base.tags, stored: stored.tags, wanted: wanted.tags }), rule);
  return becomeMerged(stored, { ...merged, ...factsOf(merged.body), tags }, moment);
}

function become(stored: StoredFeature, next: TaggedContent, moment: WriteMoment): FeatureChange {
  const { now, version } = moment;
  const { body, tags, ...facts } = next;
  const hasSameTags = isSameList(tags, stored.tags);
  if (hasSameTags && isSameBody(body, stored.body)) return { kind: 'unchanged', feature: stored };
  if (!hasSameTags && areTooMany(tags)) return tooManyTags(stored.id);
  const updatedAt = Math.max(now, stored.updatedAt);
  const feature = { ...stored, body, updatedAt, version, tags };
  return { kind: 'updated', feature, ...facts };
}

/** Like `become`, for content whose size was not checked when it was read. */
function becomeMerged(stored: StoredFeature, next: TaggedContent, moment: WriteMoment): FeatureChange {
  const change = become(stored, next, moment);
  const { maxSizeInBytes, maxValues } = moment;
  if (change.kind !== 'updated') return change;
  if (isLonger(withoutNamespace(next.body), maxSizeInBytes))
    return failed(
      'feature-too-large',
      `The feature '${stored.id}' would have more than ${maxSizeInBytes} bytes; ${HOW_TO_SPLIT}.`,
    );
  return hasMoreValues(next.body, maxValues)
    ? failed(
        'invalid-feature',
        `The feature '${stored.id}' would have more than ${maxValues} members and items besides its coordinates.`,
      )
    : change;
}

const tagsAfter = (before: readonly string[], { draft, rule }: FeatureModification): readonly string[] =>
  ruledTags(draft.tags ?? before, rule);

/** The tags after the additions and removals of the rule. */
function ruledTags(
  before: readonly string[],
  { addTags = [], removeTags = [] }: WriteRule,
): readonly string[] {
  const tags = new Set([...before, ...addTags]);
  for (const tag of removeTags) tags.delete(tag);
  return [...tags];
}

const areTooMany = (tags: readonly string[]): boolean =>
  tags.length > MAX_TAGS || tags.some((tag) => tag.length > MAX_TAG_LENGTH);

const tooManyTags = (id: string): FeatureChange =>
  failed(
    'too-many-tags',
    `The feature '${id}' would have over ${MAX_TAGS} tags, or one over ${MAX_TAG_LENGTH} long.`,
  );

function isSameBody(one: string, other: string): boolean {
  if (one === other) return true;
  if (!jsonEqual(featureOf(one), featureOf(other))) return false;
  // The values are equal as doubles. Comparing them as they were written takes longer.
  const [a, b] = [readBody(one), readBody(other)];
  return (
    jsonEqual(a.properties, b.properties) &&
    jsonEqual(a.geometry, b.geometry) &&
    jsonEqual(a.foreign, b.foreign)
  );
}

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);

/** The clash is a JSON Pointer into the feature, where one is known. */
function conflict({ id, version }: StoredFeature, clash?: string): FeatureChange {
  const what = clash === undefined ? '' : `, with another ${clash}`;
  return failed(
    'version-conflict',
    `The feature '${id}' has changed since: it has version ${version}${what}.`,
  );
}

/** A change that is not made. */
export function failed(reason: FailureReason, detail: string): FeatureChange {
  return { kind: 'failed', reason, detail };
}
