import { splitBbox } from '@cairn/geometry';
import { InvalidInput } from '@cairn/kernel';
import { MAX_SHOWN, type AnalysisQuery, type Interval, type MemberPath } from '@cairn/spaces';
import { parseBbox } from './area.js';
import { parseFilter } from './feature-criteria.js';
import type { HubParameters } from './hub-parameters.js';
import { pathOf } from './property-filter.js';
import { collectFaults } from './collect-faults.js';

const DEFAULT_TOP = 10;
const DEFAULT_BINS = 20;
const edges = ['west', 'south', 'east', 'north'];
const intervals: readonly Interval[] = ['year', 'month', 'day', 'hour'];

/**
 * Reads an area, filters, and the aggregations for the matching features; `undefined` if the query has none of these.
 * @throws {InvalidInput} with all faults.
 */
export function parseAnalysis(parameters: HubParameters): AnalysisQuery | undefined {
  const hasArea = edges.some((edge) => parameters.has(edge));
  const { area, filter, ...counted } = collectFaults({
    area: () => (hasArea ? parseBbox(parameters) : undefined),
    filter: () => parseFilter(parameters),
    groupBy: () => {
      const path = member(parameters, 'groupBy');
      const top = count(parameters, 'top', DEFAULT_TOP);
      return path && { path, top };
    },
    histogram: () => {
      const path = member(parameters, 'histogram');
      const bins = count(parameters, 'bins', DEFAULT_BINS);
      return path && { path, bins };
    },
    timeBuckets: () => {
      const path = member(parameters, 'timeBuckets');
      const interval = intervalOf(parameters);
      return path && { path, interval };
    },
  });
  const query = { boxes: area && splitBbox(area), filter, ...counted };
  return Object.values(query).every((part) => part === undefined) ? undefined : query;
}

function member(parameters: HubParameters, name: string): MemberPath | undefined {
  const sent = parameters.raw(name);
  if (sent === undefined) return undefined;
  const path = pathOf(sent);
  if (path !== undefined) return path;
  throw fault(name, 'invalid-member', 'must name a member, such as `p.size` or `f.updatedAt`');
}

function count(parameters: HubParameters, name: string, usual: number): number {
  if (parameters.text(name) === undefined) return usual;
  const number = parameters.integer(name) ?? 0;
  if (number >= 1 && number <= MAX_SHOWN) return number;
  throw fault(name, 'invalid-count', `must be a whole number between 1 and ${MAX_SHOWN}`);
}

function intervalOf(parameters: HubParameters): Interval {
  const text = parameters.text('interval')?.toLowerCase() ?? 'month';
  const interval = intervals.find((known) => known === text);
  if (interval !== undefined) return interval;
  throw fault('interval', 'invalid-interval', `must be one of ${intervals.join(', ')}`);
}

function fault(name: string, code: string, rule: string): InvalidInput {
  return new InvalidInput([{ pointer: `/${name}`, code, detail: `\`${name}\` ${rule}.` }]);
}
