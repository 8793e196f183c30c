import { exportMapQuerySchema } from '@cairn/api-schema';
import type { Application } from '@cairn/composition';
import { OpenLayer, PackLayer, ReadMap, type OpenedLayer } from '@cairn/maps';
import { makeZip } from 'client-zip';
import type { ServerResponse } from 'node:http';
import { LimitedRead } from '../../features/reading/limited-read.js';
import type { ShapingThreads } from '../../features/reading/shaping-threads.js';
import type { LargeAnswers } from '../../limits/large-answers.js';
import type { RequestSemaphore } from '../../limits/request-semaphore.js';
import { turnOf } from '../../limits/turn.js';
import { parse } from '../../messages/faults.js';
import { holderOf, requestContextOf } from '../../messages/request-context.js';
import { assertMayGoOn } from '../../messages/still-allowed.js';
import { dispositionOf, fileNameOf } from '../../responses/content-disposition.js';
import { waitForDrain } from '../../responses/wait-for-drain.js';
import { whileConnected } from '../../responses/while-connected.js';
import type { OperationHandlers, OperationRequest } from '../../routing/operation-handler.js';
import { textsFor, textsIn } from '../../sharing/page/texts.js';
import { assertAllowsOriginals } from '../../sharing/shared-original.js';
import type { HubCallers } from '../../spaces/hub-callers.js';
import { mapKeyOf, spaceReaderOf } from '../map-key.js';
import { ExportCancelled, MapFolder } from './map-folder.js';
import type { MapProgram } from './map-program.js';

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly hubCallers: HubCallers;
  readonly threads: ShapingThreads;
  readonly large: LargeAnswers;
  /** Absent where the dashboard was not built. */
  readonly mapProgram: MapProgram | undefined;
  /** Limits concurrent exports. */
  readonly permits: RequestSemaphore;
}

/** Exports maps as folders. */
export function mapExportHandlers(options: Options): OperationHandlers {
  const { application, hubCallers, threads, large, mapProgram, permits } = options;
  const readMap = application.get(ReadMap);
  const openLayer = application.get(OpenLayer);
  const packLayer = application.get(PackLayer);

  async function folderOf(given: OperationRequest): Promise<[MapFolder, string]> {
    const { request, response, query, params } = given;
    const { language } = parse(query, exportMapQuerySchema);
    const key = mapKeyOf(request, params['id'] ?? '');
    const reader = { caller: spaceReaderOf(request, hubCallers), holder: holderOf(request) };
    const { map, gone } = await readMap.execute(key, reader.caller);
    const folder = new MapFolder({
      map,
      gone,
      program: mapProgram,
      texts: language === undefined ? textsFor(request) : textsIn(language),
      packLayer,
      open: async (layerId) => await openLayer.execute(key, layerId, reader),
      features: (layer) => features(response, layer),
      cancellation: whileConnected(response),
      mayGoOn: () => assertMayGoOn(request),
    });
    return [folder, map.title];
  }

  async function* features(
    response: ServerResponse,
    layer: OpenedLayer,
  ): AsyncGenerator<string | Uint8Array> {
    const read = new LimitedRead(response);
    const turn = turnOf(response, read.cancellation);
    const parts = await read.of(
      layer.export({
        format: 'geojson',
        shaper: (shaping) => threads.shaper(shaping, turn),
        cancellation: read.cancellation,
      }),
    );
    yield* read.each(parts);
  }

  async function send(given: OperationRequest): Promise<void> {
    const { request, response } = given;
    const [folder, title] = await folderOf(given);
    await large.admit(response, turnOf(response), await folder.measure());
    response.setHeader('Content-Type', 'application/zip');
    response.setHeader('Content-Disposition', dispositionOf(fileNameOf(title, 'zip')));
    response.setHeader('Cache-Control', 'private, no-store');
    if (request.method === 'HEAD') response.end();
    else await sendFolder(folder, response);
  }

  return {
    exportMap: async (given) => {
      const { principal } = requestContextOf(given.request);
      mapKeyOf(given.request, given.params['id'] ?? ''); // a map that a link does not open is not there
      if (principal.kind === 'link') assertAllowsOriginals(principal.link);
      await permits.run(turnOf(given.response), () => send(given));
    },
  };
}

/** Sends the files as they come, as one ZIP file. It breaks off when the reader may no longer read the map. */
async function sendFolder(folder: MapFolder, response: ServerResponse): Promise<void> {
  const lastModified = new Date();
  let reading: AsyncIterator<Uint8Array | string> | undefined;
  const entries = async function* () {
    for await (const { name, bytes } of folder.files()) {
      if (typeof bytes === 'string') yield { name, lastModified, input: bytes };
      else {
        const source = bytes[Symbol.asyncIterator]();
        reading = source;
        yield { name, lastModified, input: { [Symbol.asyncIterator]: () => source } };
      }
    }
  };
  try {
    for await (const chunk of makeZip(entries())) {
      if (response.destroyed) return;
      await assertMayGoOn(response.req);
      if (!response.write(chunk)) await waitForDrain(response);
    }
    response.end();
  } catch (error) {
    // After the client has gone, reading fails. That is expected.
    if (!response.destroyed && !(error instanceof ExportCancelled)) throw error;
  } finally {
    await reading?.return?.();
    await folder.close();
  }
}
