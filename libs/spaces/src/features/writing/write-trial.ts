import type { FeatureUse, UseChange } from '../content/account-use.js';
import type { StoredFeature } from '../content/stored-feature.js';
import type { ContentHead } from './content-head.js';

/** What the batches of a dry run would have made of a space. Plain data. */
export interface TrialState {
  /** Features that they would have changed, as they would be now; `undefined` for one that would be gone. */
  readonly changed: ReadonlyMap<string, StoredFeature | undefined>;
  /** How much they would have added to the use of the account. */
  readonly use: UseChange;
  /** How many versions they would have taken. */
  readonly versions: number;
}

/** What a batch of a dry run has to know of those before it. Plain data. */
export interface WriteTrial extends TrialState {
  /** Ids that come again in later batches: only their features are in `changed` of the result. */
  readonly wanted: ReadonlySet<string>;
}

/** What a dry run begins with. */
export const UNTRIED: TrialState = { changed: new Map(), use: { features: 0, length: 0 }, versions: 0 };

/** What decides about a batch. */
interface Basis {
  readonly head: ContentHead;
  readonly stored: ReadonlyMap<string, StoredFeature>;
  readonly used?: FeatureUse | undefined;
}

/** The basis as it would be behind the earlier batches. */
export function supposed<B extends Basis>(basis: B, { changed, use, versions }: TrialState): B {
  const { head, used } = basis;
  const stored = new Map(basis.stored);
  for (const [id, feature] of changed) {
    if (feature === undefined) stored.delete(id);
    else stored.set(id, feature);
  }
  return {
    ...basis,
    stored,
    head: { ...head, version: head.version + versions, total: head.total + use.features },
    used: used && { featureCount: used.featureCount + use.features, length: used.length + use.length },
  };
}

/** Features that a batch would put, and ids of those that it would remove. */
interface Changes {
  readonly puts: readonly { readonly feature: StoredFeature }[];
  readonly removals: readonly string[];
}

/** The state behind a batch. @param stored The features that it would have found. */
export function stateAfter(
  { puts, removals }: Changes,
  stored: Basis['stored'],
  { use, versions, wanted }: WriteTrial,
): TrialState {
  const lengthOf = (id: string): number => stored.get(id)?.body.length ?? 0;
  const changed = new Map<string, StoredFeature | undefined>();
  let { features, length } = use;
  for (const { feature } of puts) {
    if (!stored.has(feature.id)) features += 1;
    length += feature.body.length - lengthOf(feature.id);
    if (wanted.has(feature.id)) changed.set(feature.id, feature);
  }
  for (const id of removals) {
    features -= 1;
    length -= lengthOf(id);
    if (wanted.has(id)) changed.set(id, undefined);
  }
  const isChange = puts.length + removals.length > 0;
  return { changed, use: { features, length }, versions: versions + (isChange ? 1 : 0) };
}
