import type { FeatureFilters, Query } from '@cairn/client';
import { filtersOf, type Condition, type Datatypes, type Member } from '../filter/conditions.ts';

type Wanted = Pick<
  Query<'GET /hub/spaces/{spaceId}/statistics'>,
  'groupBy' | 'top' | 'histogram' | 'bins' | 'timeBuckets'
>;

/** A chart of a member, by its own conditions or by all but those, so that what is left out can be selected, too. */
export interface Chart {
  readonly member: Member;
  readonly query: Wanted;
}

export interface ChartRequest {
  readonly query: Wanted & FeatureFilters;
  /** The members whose charts it answers, by what they ask for. */
  readonly charts: readonly Chart[];
}

/** The requests for charts, as few as possible: each of them looks at all features. */
export function chartRequests(
  charts: readonly Chart[],
  { conditions, datatypes }: { readonly conditions: readonly Condition[]; readonly datatypes: Datatypes },
): readonly ChartRequest[] {
  const requests: ChartRequest[] = [];
  for (const chart of charts) {
    const others = conditions.filter(({ member }) => member !== chart.member);
    const filters = filtersOf(others, datatypes);
    const at = requests.findIndex(
      ({ query }) =>
        JSON.stringify(query.where) === JSON.stringify(filters.where) &&
        !Object.keys(chart.query).some((name) => name in query),
    );
    const request = requests[at];
    if (request === undefined) requests.push({ query: { ...filters, ...chart.query }, charts: [chart] });
    else
      requests[at] = {
        query: { ...request.query, ...chart.query },
        charts: [...request.charts, chart],
      };
  }
  return requests;
}
