import { Clock, IdGenerator, InvalidInput, type Fault, type PortsOf } from '@cairn/kernel';
import { type Caller, holderOf, rightsOn } from '../caller.js';
import { FeatureLimitReached, FeaturesNotWritten, SpaceForbidden } from '../errors.js';
import { SpaceRepository } from '../registry/space-repository.js';
import { FeatureRules } from './content/feature-limits.js';
import { assertMayWrite, rightFor } from './feature-access.js';
import { FeatureStore } from './feature-store.js';
import { FeatureReader } from './importing/feature-reader.js';
import type { FeatureFailure } from './writing/modification.js';
import { readInputs, type FeatureWriteRequest, type InputFault } from './importing/read-inputs.js';
import type { WriteBatch, WriteResult } from './writing/write-batch.js';

const ID_LENGTH = 16;

/** Writes features into a space, in one transaction. */
export class WriteFeatures {
  static readonly ports = {
    spaces: SpaceRepository,
    features: FeatureStore,
    reader: FeatureReader,
    clock: Clock,
    ids: IdGenerator,
    rules: FeatureRules,
  };

  constructor(private readonly ports: PortsOf<typeof WriteFeatures.ports>) {}

  /**
   * For a caller who may not read, the result contains only texts that consist of what was written.
   * With `onFailure: 'skip'`, features that are invalid or cannot be written are among `failed`. With `rollback`, they
   * throw and nothing is written; then no id may come twice.
   * @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} {SpaceReadOnly} {FeatureLimitReached} {FeaturesNotWritten}
   * @throws {InvalidInput} with pointers that start with the index of the feature.
   */
  async execute(caller: Caller, spaceId: string, request: FeatureWriteRequest): Promise<WriteResult> {
    const { spaces, features, reader, clock, ids, rules } = this.ports;
    const space = await spaces.get(spaceId);
    assertMayWrite(caller, [], space); // before anything is read
    const { onFailure } = request;
    const mayRead = rightsOn(caller, space).includes('readFeatures');
    const returning = request.returning === 'texts' && !mayRead ? 'own-texts' : request.returning;
    const { limits } = rules;
    const makeId = (): string => ids.next(ID_LENGTH);
    const holder = holderOf(caller);
    const read = await readInputs(request, { limits, reader, makeId, holder });
    const { modifications, positions, faults } = read;
    const refused = assertMayWrite(caller, new Set(modifications.map(({ rule }) => rule)), space);
    if (onFailure === 'rollback') InvalidInput.throwIfAny(faults.map(faultOf));
    const { maxSizeInBytes, maxValues } = limits;
    const maxFeatures = caller.limits?.maxFeaturesPerSpace;
    const bounds = { maxSizeInBytes, maxValues, refused, maxFeatures, quota: rules.quota };
    const batch = { modifications, holder, onFailure, returning, now: clock.now(), ...bounds };
    const result = await features.write(spaceId, batch);
    const failed = result.failed.map((failure) => ({ ...failure, index: positions[failure.index] ?? 0 }));
    if (onFailure === 'rollback' && failed.length > 0) throw whyNotWritten(failed, bounds);
    return { ...result, failed: [...failed, ...faults.map(failureOf)].sort((a, b) => a.index - b.index) };
  }
}

/** A missing right takes precedence over an exceeded limit, and that over faults of features. */
function whyNotWritten(
  failures: readonly FeatureFailure[],
  { refused = [], maxFeatures = 0 }: Pick<WriteBatch, 'refused' | 'maxFeatures'>,
): Error {
  const [kind] = refused;
  if (kind !== undefined && failures.some(({ reason }) => reason === 'forbidden'))
    return new SpaceForbidden(rightFor(kind));
  return failures.some(({ reason }) => reason === 'too-many-features')
    ? new FeatureLimitReached(maxFeatures)
    : new FeaturesNotWritten(failures);
}

function faultOf({ index, id, fault }: InputFault): Fault {
  const name = id === undefined ? `Feature ${index}` : `Feature ${index} ('${id}')`;
  return { ...fault, pointer: `/${index}${fault.pointer}`, detail: `${name}: ${fault.detail}` };
}

function failureOf({ index, id, fault: { code, pointer, detail } }: InputFault): FeatureFailure {
  const reason = code === 'feature-too-large' ? code : 'invalid-feature';
  return { index, id, reason, pointer: `/${index}${pointer}`, detail };
}
