import { jsonEqual } from '../../json/json.js';
import { featureOf, readBody, withoutNamespace } from '../content/feature-body.js';
import { isLonger } from '../content/feature-limits.js';
import type { StoredFeature } from '../content/stored-feature.js';
import { MAX_TAG_LENGTH, MAX_TAGS } from '../content/tags.js';
import type { FailureReason, FeatureModification } from './modification.js';
import { type BodyFacts, contentOf, type FeatureContent, patched } from './patch-feature.js';

/** What is known of the write that a modification is part of. */
export interface WriteMoment {
  readonly now: number;
  /** The version that the space takes. */
  readonly version: number;
  readonly maxSizeInBytes: number;
}

interface WrittenFeature<Kind extends string> extends BodyFacts {
  readonly kind: Kind;
  readonly feature: StoredFeature;
}

/** What becomes of one feature. */
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

function create({ draft, rule }: FeatureModification, { now, version }: WriteMoment): FeatureChange {
  switch (rule.onNotExists) {
    case 'retain':
      return { kind: 'absent' };
    case 'error':
      return failed('feature-not-found', `There is no feature with the id '${draft.id}'.`);
    case 'create': {
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
  const { draft, rule } = modification;
  // Without history every version but the stored one is gone, so that what changed since cannot be told.
  const isStale = draft.baseVersion !== undefined && draft.baseVersion < stored.version;
  switch (rule.onExists) {
    case 'retain':
      return { kind: 'unchanged', feature: stored };
    case 'error':
      return failed('feature-exists', `The record ${stored.id} exists.`);
    case 'delete':
      return isStale ? conflict(stored) : { kind: 'deleted', feature: stored };
    case 'replace':
      return isStale ? conflict(stored) : become(stored, contentOf(draft), { modification, moment });
    case 'merge':
      if (isStale && rule.onConflict === 'error') return conflict(stored);
      if (isStale && rule.onConflict === 'retain') return { kind: 'unchanged', feature: stored };
      return become(stored, contentOf(draft), { modification, moment });
    case 'patch': {
      const next = become(stored, patched(stored.body, draft), { modification, moment });
      return isStale && next.kind === 'updated' ? conflict(stored) : next;
    }
  }
}

interface Step {
  readonly modification: FeatureModification;
  readonly moment: WriteMoment;
}

function become(stored: StoredFeature, next: FeatureContent, { modification, moment }: Step): FeatureChange {
  const { now, version, maxSizeInBytes } = moment;
  const isPatch = modification.rule.onExists === 'patch';
  const tags = tagsAfter(isPatch ? stored.tags : [], modification);
  const hasSameTags = isSameList(tags, stored.tags);
  if (hasSameTags && isSameBody(next.body, stored.body)) return { kind: 'unchanged', feature: stored };
  if (!hasSameTags && areTooMany(tags)) return tooManyTags(stored.id);
  // What replaces a feature was measured when it was read.
  if (isPatch && isLonger(withoutNamespace(next.body), maxSizeInBytes))
    return failed('feature-too-large', `The feature '${stored.id}' has more than ${maxSizeInBytes} bytes.`);
  const updatedAt = Math.max(now, stored.updatedAt);
  const { body, ...facts } = next;
  const feature = { ...stored, body, updatedAt, version, tags };
  return { kind: 'updated', feature, ...facts };
}

function tagsAfter(before: readonly string[], { draft, rule }: FeatureModification): readonly string[] {
  const tags = new Set([...(draft.tags ?? before), ...(rule.addTags ?? [])]);
  for (const tag of rule.removeTags ?? []) tags.delete(tag);
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
  // Equal as doubles: whether they are as they were written takes longer to tell.
  const [a, b] = [readBody(one), readBody(other)];
  return (
    jsonEqual(a.properties, b.properties) &&
    jsonEqual(a.geometry, b.geometry) &&
    jsonEqual(a.foreign, b.foreign)
  );
}

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);

function conflict({ id, version }: StoredFeature): FeatureChange {
  return failed('version-conflict', `The feature '${id}' has changed since: it has version ${version}.`);
}

/** A change that is not made. */
export function failed(reason: FailureReason, detail: string): FeatureChange {
  return { kind: 'failed', reason, detail };
}
