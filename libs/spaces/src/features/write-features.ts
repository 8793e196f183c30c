import { Clock, IdGenerator, InvalidInput, type Fault, type PortsOf } from '@cairn/kernel';
import { assertAllowed, type Caller } from '../caller.js';
import { FeaturesNotWritten } from '../errors.js';
import { SpaceRepository } from '../registry/space-repository.js';
import { FeatureRules } from './content/feature-limits.js';
import { parseDraft } from './content/parse-draft.js';
import { normaliseTags } from './content/tags.js';
import { FeatureStore } from './feature-store.js';
import type { FeatureFailure, FeatureModification, WriteRule } from './writing/modification.js';
import type { WriteBatch, WriteResult } from './writing/write-batch.js';

const ID_LENGTH = 16;

/** A feature to write. */
export interface FeatureInput {
  /** Of one GeoJSON feature. */
  readonly text: string;
  /** Many features may share one; its tags are normalised here. */
  readonly rule: WriteRule;
  /** Wins over the id in the text. */
  readonly id?: string | undefined;
  /** Fails unless the stored feature has this version. */
  readonly ifVersion?: number | undefined;
}

/** Features to write, and how. */
export interface FeatureWriteRequest extends Pick<WriteBatch, 'onFailure' | 'returning'> {
  readonly features: readonly FeatureInput[];
  /** Put in front of every id. */
  readonly prefixId?: string | undefined;
  /** Whether the version in a feature's namespace is what its client knew; else it means nothing. */
  readonly detectConflicts?: boolean | undefined;
}

/** Writes features into a space, in one transaction. */
export class WriteFeatures {
  static readonly ports = {
    spaces: SpaceRepository,
    features: FeatureStore,
    clock: Clock,
    ids: IdGenerator,
    rules: FeatureRules,
  };

  constructor(private readonly ports: PortsOf<typeof WriteFeatures.ports>) {}

  /**
   * With `onFailure: 'skip'` features that are invalid or cannot be written are among `failed`. With `rollback` they
   * throw, and nothing is written; then no id may come twice.
   * @throws {SpaceNotFound} {SpaceForbidden} {FeaturesNotWritten}
   * @throws {InvalidInput} with pointers that start with the index of the feature.
   */
  async execute(caller: Caller, spaceId: string, request: FeatureWriteRequest): Promise<WriteResult> {
    const { spaces, features, clock, rules } = this.ports;
    assertAllowed(caller, await spaces.get(spaceId));
    const { onFailure, returning } = request;
    const { modifications, positions, faults } = this.read(request);
    if (onFailure === 'rollback') InvalidInput.throwIfAny(faults.map(({ fault }) => fault));
    const { maxSizeInBytes } = rules.limits;
    const batch = { modifications, onFailure, returning, maxSizeInBytes, now: clock.now() };
    const result = await features.write(spaceId, batch);
    const failed = result.failed.map((failure) => ({ ...failure, index: positions[failure.index] ?? 0 }));
    if (onFailure === 'rollback' && failed.length > 0) throw new FeaturesNotWritten(failed);
    const invalid = faults.map(({ index, fault }): FeatureFailure => failureOf(index, fault));
    return { ...result, failed: [...failed, ...invalid].sort((a, b) => a.index - b.index) };
  }

  private read(request: FeatureWriteRequest): ReadFeatures {
    const { ids, rules } = this.ports;
    const read: ReadFeatures = { modifications: [], positions: [], faults: [] };
    const writeRules = new Map<WriteRule, WriteRule>();
    const known = new Set<string>();
    for (const [index, { text, rule, id, ifVersion }] of request.features.entries()) {
      const options = {
        limits: rules.limits,
        id,
        prefixId: request.prefixId,
        makeId: () => ids.next(ID_LENGTH),
      };
      const { draft, faults = [] } = parseDraft(text, options);
      for (const fault of faults) read.faults.push({ index, fault: at(index, fault) });
      if (draft === undefined) continue;
      if (request.onFailure === 'rollback' && known.has(draft.id))
        read.faults.push({ index, fault: at(index, duplicate(draft.id)) });
      known.add(draft.id);
      const baseVersion = request.detectConflicts === true ? draft.baseVersion : undefined;
      const shared = writeRules.get(rule) ?? normalised(rule);
      writeRules.set(rule, shared);
      read.modifications.push({ draft: { ...draft, baseVersion }, rule: shared, ifVersion });
      read.positions.push(index);
    }
    return read;
  }
}

interface ReadFeatures {
  readonly modifications: FeatureModification[];
  /** Where each modification stands in the request. */
  readonly positions: number[];
  readonly faults: { readonly index: number; readonly fault: Fault }[];
}

function normalised(rule: WriteRule): WriteRule {
  const { addTags = [], removeTags = [] } = rule;
  return { ...rule, addTags: normaliseTags(addTags), removeTags: normaliseTags(removeTags) };
}

const at = (index: number, fault: Fault): Fault => ({ ...fault, pointer: `/${index}${fault.pointer}` });

function duplicate(id: string): Fault {
  return { pointer: '/id', code: 'duplicate-id', detail: `The id '${id}' comes more than once.` };
}

function failureOf(index: number, { code, pointer, detail }: Fault): FeatureFailure {
  const reason = code === 'feature-too-large' ? code : 'invalid-feature';
  return { index, reason, pointer, detail };
}
