import type { Application } from '@cairn/composition';
import { splitBbox, type BoundingBox } from '@cairn/geometry';
import {
  ClusterFeatures,
  IndexByUse,
  isMadeFor,
  levelOfWidth,
  mostOfOne,
  ReadContentState,
  SearchFeatures,
  type Clustering,
  type FeatureQuery,
} from '@cairn/spaces';
import type { LargeAnswers } from '../../limits/large-answers.js';
import { turnOf } from '../../limits/turn.js';
import { compressed } from '../../responses/compressed.js';
import type { OperationHandler, OperationRequest } from '../../routing/operation-handler.js';
import type { HubCallers } from '../../spaces/hub-callers.js';
import { parseBbox, parseTileArea } from '../query/area.js';
import { assertNotClustered, parseClustering } from '../query/clustering.js';
import { parsePart } from '../query/feature-criteria.js';
import { formatHandle, parseHandle } from '../query/handle.js';
import type { HubParameters } from '../query/hub-parameters.js';
import { collectFaults } from '../query/collect-faults.js';
import { parseSortKeys } from '../query/shaping.js';
import { searchReaders } from '../query/search-readers.js';
import { assertHead } from '../query/version-reference.js';
import { isNotModified } from './conditional.js';
import { contentTag } from './content-tag.js';
import { sendCollection } from './feature-response.js';
import { LimitedRead } from './limited-read.js';
import { noteMissing } from './missing-index.js';
import type { ShapingThreads } from './shaping-threads.js';
import { addressText, parametersOf } from './query-request.js';

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly hubCallers: HubCallers;
  readonly threads: ShapingThreads;
  readonly large: LargeAnswers;
}

/** The parameters of one operation besides the common ones. */
interface OwnQuery extends Pick<FeatureQuery, 'sort' | 'after' | 'part'> {
  /** The area to search; west > east across the antimeridian. */
  readonly area?: BoundingBox;
  /** The box to search instead of `area`, to which features are still clipped. */
  readonly searched?: BoundingBox;
  /** The zoom level of a tile. */
  readonly zoom?: number;
  /** How the features of the area are clustered, if they are. */
  readonly clustering?: Clustering | undefined;
}

type Reader = (parameters: HubParameters, params: OperationRequest['params']) => OwnQuery;

/** Searches by members, page by page, in a bounding box and in a tile. */
export function searchHandlers({
  application,
  hubCallers,
  threads,
  large,
}: Options): Readonly<Record<string, OperationHandler>> {
  const state = application.get(ReadContentState);
  const search = application.get(SearchFeatures);
  const byUse = application.get(IndexByUse);
  const cluster = application.get(ClusterFeatures);
  const handler = (reader: Reader, paged?: 'paged'): OperationHandler =>
    compressed(async (given) => {
      const { request, response, params } = given;
      const { spaceId = '' } = params;
      const parameters = parametersOf(given);
      const { query, shaping, zoom, clusters } = queryOf(parameters, () => reader(parameters, params));
      const caller = hubCallers.of(request);
      const content = await state.execute(caller, spaceId);
      assertHead(parameters, content.head.version);
      const isEmpty = !isMadeFor(zoom, content.space.settings);
      const tag = contentTag(content, addressText(given), ...(isEmpty ? ['empty'] : []));
      if (isNotModified(request, response, tag)) return;
      noteMissing(response, byUse.note(caller, content, query));
      const read = new LimitedRead(response);
      const { cancellation } = read;
      const turn = turnOf(response, cancellation);
      await large.admit(response, turn, mostOfOne(content.head.summary));
      const find = async () =>
        clusters === undefined
          ? await search.execute(caller, spaceId, { ...query, cancellation, state: content })
          : await cluster.execute(caller, spaceId, { ...clusters, cancellation, state: content });
      const chunks = isEmpty ? none() : read.each(await read.of(find()));
      const members = (count: number, lastId: string) => (count === query.limit ? nextPage(lastId) : {});
      const shape = threads.shaper(shaping, turn);
      await sendCollection(response, chunks, { shape, tag, ...(paged && { members }) });
    });
  return {
    searchFeatures: handler((parameters) => {
      const { sort } = collectFaults({
        clustering: () => assertNotClustered(parameters),
        sort: () => parseSortKeys(parameters),
      });
      return { sort };
    }),
    iterateFeatures: handler((parameters) => {
      const {
        handle: after,
        part,
        sort,
      } = collectFaults({
        clustering: () => assertNotClustered(parameters),
        handle: () => parseHandle(parameters.text('handle')),
        part: () => parsePart(parameters),
        sort: () => parseSortKeys(parameters),
      });
      return { after, part, sort };
    }, 'paged'),
    getFeaturesInBbox: handler((parameters) =>
      clusteredArea(parameters, () => ({ area: parseBbox(parameters) })),
    ),
    getFeaturesInTile: handler((parameters, params) =>
      clusteredArea(parameters, () => parseTileArea(params, parameters)),
    ),
  };
}

function nextPage(lastId: string): Readonly<Record<string, string>> {
  const handle = formatHandle(lastId);
  return { handle, nextPageToken: handle };
}

async function* none(): AsyncGenerator<never, void, undefined> {}

/** Reads the common search parameters and those of one operation. @throws {InvalidInput} with all faults. */
function queryOf(parameters: HubParameters, read: () => OwnQuery) {
  const { limit, filter, shaping, sort: own } = collectFaults({ ...searchReaders(parameters), sort: read });
  const { area, searched = area, zoom, clustering, ...rest } = own;
  const boxes = searched && splitBbox(searched);
  if (area !== undefined && clustering !== undefined) {
    const level = zoom ?? levelOfWidth(area[2] - area[0]);
    return { zoom, query: { limit, boxes }, clusters: { boxes, filter, level, clustering }, shaping };
  }
  const isClipped = area !== undefined && parameters.flag('clip') === true;
  return {
    zoom,
    query: { ...rest, limit, filter, ...(boxes && { boxes }) },
    shaping: { ...shaping, ...(isClipped && { clip: area }) },
  };
}

/** An area whose features may be clustered. @throws {InvalidInput} */
function clusteredArea<A extends OwnQuery>(parameters: HubParameters, read: () => A) {
  const { area, clustering } = collectFaults({ area: read, clustering: () => parseClustering(parameters) });
  return { ...area, clustering };
}
