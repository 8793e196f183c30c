import { type Fault, InvalidInput, type PortsOf } from '@cairn/kernel';
import { holderOf, type Caller } from '../caller.js';
import { assertMayUse } from '../features/feature-access.js';
import { FeatureAnalytics } from '../features/analytics/feature-analytics.js';
import { type Cancellation, type KnownState, versionOf } from '../features/feature-store.js';
import { parseCriteria } from '../features/searching/parse-criteria.js';
import { SpaceRepository } from '../registry/space-repository.js';
import {
  type Analysis,
  type AnalysisQuery,
  MAX_PERIODS,
  MAX_SHOWN,
} from '../features/analytics/analysis-query.js';

/** Which features to analyse, what to find out, and a cancellation. */
export interface FeatureAnalysis extends Omit<AnalysisQuery, 'at'>, KnownState {
  readonly cancellation?: Cancellation | undefined;
}

/** Finds out exactly what the features that meet some criteria are like. */
export class AnalyseFeatures {
  static readonly ports = { spaces: SpaceRepository, analytics: FeatureAnalytics };

  constructor(private readonly ports: PortsOf<typeof AnalyseFeatures.ports>) {}

  /**
   * Looks at every feature that may meet the criteria. Finds none once it is cancelled.
   * @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} {InvalidInput}
   */
  async execute(caller: Caller, spaceId: string, wanted: FeatureAnalysis): Promise<Analysis> {
    const { spaces, analytics } = this.ports;
    const { groupBy, histogram, timeBuckets, cancellation, state } = wanted;
    InvalidInput.throwIfAny([...countFaults('top', groupBy?.top), ...countFaults('bins', histogram?.bins)]);
    const criteria = parseCriteria({ ...wanted, at: state && versionOf(state.head) });
    const query = { ...criteria, reader: holderOf(caller), groupBy, histogram, timeBuckets };
    assertMayUse(caller, 'readFeatures', state?.space ?? (await spaces.get(spaceId)));
    const analysis = await analytics.analyse(spaceId, query, cancellation);
    if ((analysis.timeBuckets?.buckets.length ?? 0) <= MAX_PERIODS) return analysis;
    throw InvalidInput.of(
      'too-many-periods',
      `There are features in more than ${MAX_PERIODS} periods: ask for longer ones.`,
    );
  }
}

function* countFaults(name: string, count = 1): Generator<Fault> {
  if (!Number.isInteger(count) || count < 1 || count > MAX_SHOWN)
    yield {
      pointer: `/${name}`,
      code: 'invalid-count',
      detail: `\`${name}\` must be a whole number between 1 and ${MAX_SHOWN}.`,
    };
}
