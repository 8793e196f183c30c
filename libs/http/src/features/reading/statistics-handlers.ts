import type { CountResponse, StatisticsResponse } from '@cairn/api-schema';
import type { Application } from '@cairn/composition';
import {
  AnalyseFeatures,
  type Analysis,
  CountFeatures,
  IndexByUse,
  narrowBounds,
  ReadContentState,
  ReadStatistics,
  type SpaceStatistics,
} from '@cairn/spaces';
import { compressed } from '../../responses/compressed.js';
import { sendJson } from '../../responses/send-json.js';
import type { OperationHandler } from '../../routing/operation-handler.js';
import type { HubCallers } from '../../spaces/hub-callers.js';
import { parseAnalysis } from '../query/analysis.js';
import { assertSupported, parseFilter } from '../query/feature-criteria.js';
import { collectFaults } from '../query/collect-faults.js';
import { assertHead } from '../query/version-reference.js';
import { isNotModified } from './conditional.js';
import { contentTag } from './content-tag.js';
import { LimitedRead } from './limited-read.js';
import { noteMissing } from './missing-index.js';
import { addressText, parametersOf } from './query-request.js';

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly hubCallers: HubCallers;
}

/** Counts features and describes them. */
export function statisticsHandlers({
  application,
  hubCallers,
}: Options): Readonly<Record<string, OperationHandler>> {
  const state = application.get(ReadContentState);
  const byUse = application.get(IndexByUse);
  const count = application.get(CountFeatures);
  const statistics = application.get(ReadStatistics);
  const analyse = application.get(AnalyseFeatures);
  return {
    countFeatures: async (given) => {
      const { request, response, params } = given;
      const { spaceId = '' } = params;
      const parameters = parametersOf(given);
      const { filter } = collectFaults({
        filter: () => parseFilter(parameters),
        supported: () => assertSupported(parameters),
      });
      const caller = hubCallers.of(request);
      const content = await state.execute(caller, spaceId);
      assertHead(parameters, content.head.version);
      if (isNotModified(request, response, contentTag(content, addressText(given)))) return;
      noteMissing(response, byUse.note(caller, content, { filter }));
      const read = new LimitedRead(response);
      const counting = count.execute(caller, spaceId, {
        filter,
        cancellation: read.cancellation,
        state: content,
      });
      const counted: CountResponse = {
        type: 'CountResponse',
        count: await read.of(counting),
      };
      sendJson(response, counted);
    },

    getStatistics: compressed(async (given) => {
      const { request, response, params } = given;
      const { spaceId = '' } = params;
      const parameters = parametersOf(given);
      const { query, fast } = collectFaults({
        supported: () => assertSupported(parameters),
        query: () => parseAnalysis(parameters),
        fast: () => parameters.flag('fastMode') === true,
      });
      const caller = hubCallers.of(request);
      const content = await statistics.execute(caller, spaceId);
      assertHead(parameters, content.head.version);
      const tag = contentTag(content, addressText(given), JSON.stringify(content.indexes));
      if (isNotModified(request, response, tag)) return;
      const shown = { tag, fast };
      if (query === undefined) {
        sendJson(response, statisticsOf(content, shown));
        return;
      }
      const read = new LimitedRead(response);
      const { cancellation } = read;
      const found = await read.of(
        analyse.execute(caller, spaceId, { ...query, cancellation, state: content }),
      );
      const { total, bounds, summary } = found;
      const head = { ...content.head, total, bounds, summary, boundsExact: true };
      sendJson(response, { ...statisticsOf({ ...content, head }, shown), ...analysisView(found) });
    }),
  };
}

/** The UTF-8 size is only estimated from UTF-16 code units of GeoJSON. */
const isSizeEstimated = true;

function statisticsOf(
  { space, head, indexes }: SpaceStatistics,
  { tag, fast }: { readonly tag: string; readonly fast: boolean },
): StatisticsResponse {
  const { version, total, bounds, boundsExact, summary } = head;
  const narrow = bounds && narrowBounds(bounds, summary.emptyMiddle);
  const estimated = !summary.isExact;
  const size = { value: summary.length, estimated: isSizeEstimated };
  return {
    type: 'StatisticsResponse',
    count: { value: total, estimated: false },
    byteSize: size,
    dataSize: size,
    bbox: { value: bounds === undefined ? [] : [...bounds], estimated: !boundsExact },
    ...(narrow !== bounds && {
      narrowBbox: { value: [...(narrow ?? [])], estimated: !boundsExact },
    }),
    geometryTypes: { value: summary.geometryTypes.map(({ name }) => name), estimated },
    ...(!fast && {
      properties: {
        value: summary.properties.map(({ name, count, type }) => ({
          key: name,
          count,
          datatype: type,
          searchable: true,
        })),
        estimated,
        searchable: 'ALL',
      },
    }),
    ...(indexes.length > 0 && {
      indexes: { value: indexes.map((index) => ({ ...index })), estimated: false },
    }),
    tags: { value: summary.tags.map(({ name, count }) => ({ key: name, count })), estimated },
    contentUpdatedAt: { value: space.contentUpdatedAt, estimated: false },
    minVersion: { value: version, estimated: false },
    maxVersion: { value: version, estimated: false },
    etag: tag,
  };
}

/** The members of the response that were requested. */
function analysisView({
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
