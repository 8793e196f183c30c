import type { StatisticsResponse } from '@cairn/api-schema';
import type { Analysis } from '@cairn/spaces';

/** What an answer has of the members that were asked for. */
export function analysisView({
  groups,
  histogram,
  timeBuckets,
}: Analysis): Pick<StatisticsResponse, 'groups' | 'histogram' | 'timeBuckets'> {
  return {
    ...(groups && {
      groups: {
        value: groups.top.map((group) => ({ ...group })),
        others: groups.others,
        missing: groups.missing,
        distinct: groups.distinct,
        estimated: !groups.isExact,
      },
    }),
    ...(histogram && {
      histogram: {
        value: histogram.bins.map((bin) => ({ ...bin })),
        missing: histogram.missing,
        estimated: false,
      },
    }),
    ...(timeBuckets && {
      timeBuckets: {
        value: timeBuckets.buckets.map((bucket) => ({ ...bucket })),
        missing: timeBuckets.missing,
        estimated: false,
      },
    }),
  };
}
