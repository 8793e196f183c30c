import { middleOf } from '@cairn/geometry';
import type { EventFact } from '@cairn/kernel';
import type { PlaceChange } from './rollup-layers.js';
import { type EndedFeature, wasAt, keepsHistory } from '../history/kept-versions.js';
import { featureText, type StoredFeature } from '../content/stored-feature.js';
import { AccountUse, type FeatureUse, type UseChange } from '../content/account-use.js';
import { boundsOf } from './bounds.js';
import { type ContentHead, type CountedFeature, nextHead } from './content-head.js';
import { featuresChanged } from './feature-events.js';
import type { ChangeKind, FeatureFailure, FeatureModification, OnExists, WriteRule } from './modification.js';
import { type BaseFeature, failed, type FeatureChange, modify } from './modify.js';
import { type BodyFacts, factsOf } from './patch-feature.js';
import type { FeaturePut, WriteBatch, WriteResult } from './write-batch.js';
import { stateAfter, supposed } from './write-trial.js';

/** What a store has read while it holds the lock of the space's head. */
export interface WriteBasis {
  readonly spaceId: string;
  readonly head: ContentHead;
  /** The features of the batch that exist, by id. */
  readonly stored: ReadonlyMap<string, StoredFeature>;
  /** Number of versions that the space keeps. */
  readonly versionsToKeep: number;
  /** The use of the space's owner, read under a lock. Required if the batch `hasQuota`. */
  readonly used?: FeatureUse | undefined;
  /** The features that `formerFeatures` asks for, as far as they existed. Others are not needed. */
  readonly former: readonly EndedFeature[];
}

/** What a store has to do in the same transaction. Without an `event`, it only has to return the result. */
export interface WritePlan {
  readonly puts: readonly FeaturePut[];
  readonly removals: readonly string[];
  /** Replaced or removed features that must be kept as they were. The version of `head` ended them. */
  readonly ended: readonly StoredFeature[];
  /** Where features are placed now, and where they were. */
  readonly places: readonly PlaceChange[];
  readonly head: ContentHead;
  readonly event: EventFact | undefined;
  readonly result: WriteResult;
}

/** Computes what a batch does to a space, the same for every store. A store has nothing to do for one of a dry run. */
export function planWrite(basis: WriteBasis, batch: WriteBatch): WritePlan {
  const { trial } = batch;
  if (trial === undefined) return planned(basis, batch);
  const after = supposed(basis, trial);
  const { puts, removals, result } = planned(after, batch);
  const state = stateAfter({ puts, removals }, after.stored, trial);
  const { head } = basis;
  return {
    ...unplanned,
    head,
    result: { ...result, puts: undefined, content: undefined, version: head.version, trial: state },
  };
}

function planned(basis: WriteBasis, batch: WriteBatch): WritePlan {
  const draft = new PlanDraft(basis, batch);
  for (const index of batch.modifications.keys()) draft.apply(index);
  return draft.plan();
}

/** A plan with nothing to do. */
const unplanned = { puts: [], removals: [], ended: [], places: [], event: undefined } as const;

interface Written extends BodyFacts {
  readonly feature: StoredFeature;
}

class PlanDraft {
  private readonly now = new Map<string, Written | undefined>();
  private readonly ids = {
    inserted: new Array<string>(),
    updated: new Array<string>(),
    deleted: new Array<string>(),
    unchanged: new Array<string>(),
  };
  private readonly failed: FeatureFailure[] = [];
  private readonly texts: string[] = [];
  /** Features that a kept version has, by id. A store may have more of them. */
  private readonly former = new Map<string, EndedFeature[]>();
  private total: number;
  private readonly use: AccountUse;

  constructor(
    private readonly basis: WriteBasis,
    private readonly batch: WriteBatch,
  ) {
    this.total = basis.head.total;
    const { total: featureCount, summary } = basis.head;
    this.use = new AccountUse(basis.used ?? { featureCount, length: summary.length }, batch.quota);
    for (const one of basis.former) {
      if (one.ended <= basis.head.oldestVersion) continue;
      const known = this.former.get(one.feature.id);
      if (known === undefined) this.former.set(one.feature.id, [one]);
      else known.push(one);
    }
  }

  apply(index: number): void {
    const modification = this.batch.modifications[index];
    if (modification === undefined) return;
    const { id } = modification.draft;
    const before = this.now.has(id) ? this.now.get(id)?.feature : this.basis.stored.get(id);
    const { now, maxSizeInBytes, maxValues } = this.batch;
    const version = this.basis.head.version + 1;
    const base = this.baseOf(modification, before);
    const wanted = modify(before, modification, { now, maxSizeInBytes, maxValues, version, base });
    const use = useOf(before, wanted);
    const change = this.permitted(wanted, { rule: modification.rule, isThere: before !== undefined, use });
    if (change.kind === 'absent') return;
    if (change.kind === 'failed') {
      this.failed.push({ index, id, reason: change.reason, detail: change.detail });
      return;
    }
    this.ids[change.kind].push(id);
    this.use.add(use);
    if (change.kind === 'inserted') this.total += 1;
    if (change.kind === 'deleted') this.total -= 1;
    if (change.kind === 'deleted') this.now.set(id, undefined);
    else {
      if (change.kind !== 'unchanged') this.now.set(id, change);
      if (this.isTold(change.kind, modification.rule)) this.texts.push(featureText(change.feature));
    }
  }

  plan(): WritePlan {
    const { head, stored, versionsToKeep } = this.basis;
    if (this.failed.length > 0 && this.batch.onFailure === 'rollback') return this.nothing(noIds);
    const puts: FeaturePut[] = [];
    const removals: string[] = [];
    const places: PlaceChange[] = [];
    const [here, gone]: [CountedFeature[], CountedFeature[]] = [[], []];
    for (const [id, written] of this.now) {
      const former = stored.get(id);
      const facts = former && factsOf(former.body);
      if (former !== undefined && facts !== undefined) gone.push(counted(former, facts));
      places.push({ id, from: middleOf(facts?.boxes ?? []), to: middleOf(written?.boxes ?? []) });
      if (written !== undefined) {
        const { feature, boxes } = written;
        puts.push({ feature, boxes, isNew: former === undefined });
        here.push(counted(feature, written));
      } else if (former !== undefined) removals.push(id);
    }
    if (puts.length + removals.length === 0) return this.nothing({ ...this.ids, features: this.texts });
    const inserted = puts.filter(({ isNew }) => isNew).length;
    const next = nextHead(head, { added: inserted - removals.length, versionsToKeep, here, gone });
    const event = featuresChanged(this.basis.spaceId, {
      version: next.version,
      bbox: boundsOf([...gone, ...here].flatMap(({ boxes }) => boxes)),
      inserted,
      updated: puts.length - inserted,
      deleted: removals.length,
      ids: [...puts.map(({ feature }) => feature.id), ...removals],
    });
    const { version } = next;
    const told = { version, ...this.ids, failed: this.failed, features: this.texts };
    const result = this.batch.returnsPuts === true ? { ...told, puts, content: head.content } : told;
    return { puts, removals, ended: this.ended(), places, head: next, event, result };
  }

  private ended(): readonly StoredFeature[] {
    const { stored, versionsToKeep } = this.basis;
    return keepsHistory(versionsToKeep) ? [...this.now.keys()].flatMap((id) => stored.get(id) ?? []) : [];
  }

  private baseOf({ draft: { id, baseVersion } }: FeatureModification, before?: StoredFeature): BaseFeature {
    if (baseVersion === undefined || before === undefined || baseVersion >= before.version) return 'none';
    const first = this.basis.stored.get(id);
    if (first !== undefined && first.version <= baseVersion) return first; // changed by this batch
    return this.former.get(id)?.find((one) => wasAt(one, baseVersion))?.feature ?? 'unknown';
  }

  private isTold(kind: 'inserted' | 'updated' | 'unchanged', { onExists }: WriteRule): boolean {
    const { returning } = this.batch;
    return (
      returning === 'texts' || (returning === 'own-texts' && (kind === 'inserted' || onExists === 'replace'))
    );
  }

  /**
   * The change, or a failure if the writer has no right to it. The right is checked first, because any other reason for
   * a failure would reveal what is stored.
   */
  private permitted(change: FeatureChange, { rule: { onExists }, isThere, use }: Judged): FeatureChange {
    const { refused = [], maxFeatures = Infinity } = this.batch;
    const kind = isThere ? changeOf[onExists] : change.kind;
    if (kind !== undefined && refused.some((one) => one === kind))
      return failed('forbidden', `There is no right that a feature is ${kind}.`);
    if (change.kind === 'inserted' && this.total >= maxFeatures)
      return failed('too-many-features', `No more than ${maxFeatures} features are allowed in a space.`);
    const refusal = this.use.refusalOf(use);
    return refusal === undefined ? change : failed('feature-quota-exceeded', refusal);
  }

  private nothing(told: Omit<WriteResult, 'version' | 'failed'>): WritePlan {
    const { head } = this.basis;
    const result = { version: head.version, failed: this.failed, ...told };
    return { ...unplanned, head, result };
  }
}

/** What must be known about a change in addition to the change itself. */
interface Judged {
  readonly rule: WriteRule;
  readonly isThere: boolean;
  readonly use: UseChange;
}

function useOf(before: StoredFeature | undefined, change: FeatureChange): UseChange {
  const length = before?.body.length ?? 0;
  if (change.kind === 'deleted') return { features: -1, length: -length };
  if (change.kind === 'inserted') return { features: 1, length: change.feature.body.length };
  return { features: 0, length: change.kind === 'updated' ? change.feature.body.length - length : 0 };
}

/** What a rule does to a feature that exists. */
const changeOf: Readonly<Record<OnExists, ChangeKind | undefined>> = {
  patch: 'updated',
  replace: 'updated',
  merge: 'updated',
  delete: 'deleted',
  retain: undefined,
  error: undefined,
};

const counted = ({ body, tags }: StoredFeature, { boxes, outline }: BodyFacts): CountedFeature => ({
  boxes,
  outline,
  tags,
  length: body.length,
});

const noIds = { inserted: [], updated: [], deleted: [], unchanged: [], features: [] };
