import type { TileArchiveFailureView, TileArchiveProgressView, TileArchiveView } from '@cairn/api-schema';
import type { Application } from '@cairn/composition';
import { ArchiveTiles, OpenTileArchive, RemoveTileArchive, type TileArchiveReport } from '@cairn/spaces';
import { failureOf } from '../errors/failure.js';
import type { HubParameters } from '../features/query/hub-parameters.js';
import { parametersOf } from '../features/reading/query-request.js';
import { evaluatePreconditions, lastModified } from '../files/preconditions.js';
import { rangeOf } from '../files/range.js';
import { HttpError } from '../messages/http-error.js';
import type { RequestSemaphore } from '../limits/request-semaphore.js';
import { dispositionOf, fileNameOf } from '../responses/content-disposition.js';
import { ProgressLines, wantsProgress } from '../responses/progress-lines.js';
import { assertMayGoOn } from '../messages/still-allowed.js';
import { sendBytes } from '../responses/send-bytes.js';
import { sendJson } from '../responses/send-json.js';
import type { OperationHandler, OperationRequest } from '../routing/operation-handler.js';
import type { Addresses } from '../messages/addresses.js';
import type { HubCallers } from '../spaces/hub-callers.js';
import { hubStatuses } from '../errors/hub-error.js';
import { whileConnected } from '../responses/while-connected.js';
import { turnOf } from '../limits/turn.js';

const PMTILES = 'application/vnd.pmtiles';
const LINE_EVERY_MS = 1_000;

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly hubCallers: HubCallers;
  readonly addresses: Addresses;
  /** Limits concurrent archive jobs. */
  readonly permits: RequestSemaphore;
}

/** Creates tile archives, sends them whole or in ranges, and deletes them. */
export function archiveHandlers(options: Options): Readonly<Record<string, OperationHandler>> {
  const { application, hubCallers, permits } = options;
  const making = application.get(ArchiveTiles);
  const opening = application.get(OpenTileArchive);
  const removing = application.get(RemoveTileArchive);

  const make = async (given: OperationRequest): Promise<void> => {
    const { request, response, params } = given;
    const { spaceId = '' } = params;
    const parameters = parametersOf(given);
    const lines = wantsProgress(request) ? new ProgressLines(given) : undefined;
    let toldAt = performance.now();
    try {
      const report = await making.execute(hubCallers.of(request), spaceId, {
        minZoom: zoomOf(parameters, 'minzoom'),
        maxZoom: zoomOf(parameters, 'maxzoom'),
        cancellation: whileConnected(response),
        progress: async (progress) => {
          await assertMayGoOn(request);
          if (lines === undefined || performance.now() - toldAt < LINE_EVERY_MS) return;
          toldAt = performance.now();
          await lines.add({ type: 'TileArchiveProgress', ...progress } satisfies TileArchiveProgressView);
        },
      });
      if (report === undefined) return; // the client has gone
      const view = viewOf(report, options.addresses);
      if (lines !== undefined) lines.end(view);
      else {
        response.statusCode = 201;
        response.setHeader('Location', view.url);
        sendJson(response, view);
      }
    } catch (error) {
      if (lines?.hasBegun !== true) throw error;
      const { code, detail } = failureOf(error, hubStatuses);
      lines.end({ type: 'TileArchiveFailure', code, message: detail } satisfies TileArchiveFailureView);
    }
  };

  return {
    makeTileArchive: (given) => permits.run(turnOf(given.response), () => make(given)),

    getTileArchive: async ({ request, response, params: { spaceId = '' } }) => {
      const { archive, read } = await opening.execute(hubCallers.of(request), spaceId);
      const { sizeInBytes: size, storedAt: createdAt } = archive;
      const validators = { etag: `"${archive.key}"`, createdAt };
      const outcome = evaluatePreconditions(request.headers, validators);
      if (outcome === 'failed') throw preconditionFailed();
      response.setHeader('ETag', validators.etag);
      response.setHeader('Cache-Control', 'private, no-cache');
      response.setHeader('Last-Modified', lastModified(validators));
      response.setHeader('Accept-Ranges', 'bytes');
      if (outcome === 'not-modified') {
        response.writeHead(304).end();
        return;
      }
      const range = request.method === 'HEAD' ? undefined : rangeOf(request, { size, ...validators });
      const sent = range ?? { start: 0, end: size - 1 };
      const length = sent.end - sent.start + 1;
      response.setHeader('Content-Type', PMTILES);
      response.setHeader('Content-Disposition', dispositionOf(fileNameOf(spaceId, 'pmtiles')));
      response.setHeader('Content-Length', length);
      if (range) response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
      response.statusCode = range ? 206 : 200;
      if (request.method === 'HEAD') response.end();
      else await sendBytes(response, await read(sent), length);
    },

    deleteTileArchive: async ({ request, response, params: { spaceId = '' } }) => {
      await removing.execute(hubCallers.of(request), spaceId);
      response.writeHead(204).end();
    },
  };
}

/** Passes a non-integer on as `NaN`, so that the error names the parameter. */
function zoomOf(parameters: HubParameters, name: string): number | undefined {
  return parameters.text(name) === undefined ? undefined : (parameters.integer(name) ?? Number.NaN);
}

function viewOf(
  { archive, tiles, thinned, minZoom, maxZoom, lastVersion }: TileArchiveReport,
  addresses: Addresses,
): TileArchiveView {
  const { sizeInBytes, version, spaceId } = archive;
  return {
    type: 'TileArchive',
    url: `${addresses.baseUrl}/tiles/${encodeURIComponent(spaceId)}.pmtiles`,
    sizeInBytes,
    tiles,
    thinned,
    minzoom: minZoom,
    maxzoom: maxZoom,
    version,
    lastVersion,
  };
}

function preconditionFailed(): HttpError {
  return new HttpError({
    status: 412,
    code: 'precondition-failed',
    detail: 'The archive is not the one that `If-Match` or `If-Unmodified-Since` asks for.',
  });
}
