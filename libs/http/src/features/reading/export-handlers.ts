import type { Application } from '@cairn/composition';
import { InvalidInput } from '@cairn/kernel';
import { ExportFeatures, mostOfOne, ReadContentState, type FeatureExport } from '@cairn/spaces';
import { compressed } from '../../responses/compressed.js';
import { dispositionOf, fileNameOf } from '../../responses/content-disposition.js';
import { TextWriter } from '../../responses/text-writer.js';
import type { OperationHandler } from '../../routing/operation-handler.js';
import type { HubCallers } from '../../spaces/hub-callers.js';
import { assertSupported, parseFilter } from '../query/feature-criteria.js';
import { parseHandle } from '../query/handle.js';
import { collectFaults } from '../query/collect-faults.js';
import { assertHead } from '../query/version-reference.js';
import { LimitedRead } from './limited-read.js';
import { parametersOf } from './query-request.js';
import type { ShapingThreads } from './shaping-threads.js';
import type { LargeAnswers } from '../../limits/large-answers.js';
import { turnOf } from '../../limits/turn.js';

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly hubCallers: HubCallers;
  readonly threads: ShapingThreads;
  readonly large: LargeAnswers;
}

interface Format {
  readonly format: Exclude<FeatureExport['format'], object> | 'csv';
  readonly extension: string;
  readonly contentType: string;
}

const formats: ReadonlyMap<string, Format> = new Map([
  [
    'geojson',
    { format: 'geojson', extension: 'geojson', contentType: 'application/geo+json; charset=utf-8' },
  ],
  ['geojson-seq', { format: 'geojson-seq', extension: 'geojsons', contentType: 'application/geo+json-seq' }],
  ['ndjson', { format: 'ndjson', extension: 'ndjson', contentType: 'application/x-ndjson; charset=utf-8' }],
  ['csv', { format: 'csv', extension: 'csv', contentType: 'text/csv; charset=utf-8; header=present' }],
]);

/** Exports whole spaces as files. */
export function exportHandlers({
  application,
  hubCallers,
  threads,
  large,
}: Options): Readonly<Record<string, OperationHandler>> {
  const exported = application.get(ExportFeatures);
  const state = application.get(ReadContentState);
  return {
    exportFeatures: compressed(async (given) => {
      const { request, response, params } = given;
      const { spaceId = '' } = params;
      const parameters = parametersOf(given);
      const { f, filter, handle } = collectFaults({
        f: () => parseFormat(parameters.text('f')),
        filter: () => parseFilter(parameters),
        handle: () => parseHandle(parameters.text('handle')),
        supported: () => assertSupported(parameters),
      });
      const caller = hubCallers.of(request);
      const { head } = await state.execute(caller, spaceId);
      assertHead(parameters, head.version);
      const read = new LimitedRead(response);
      const { cancellation } = read;
      const turn = turnOf(response, cancellation);
      await large.admit(response, turn, mostOfOne(head.summary));
      const csv = { kind: 'csv', rows: threads.rows(turn) } as const;
      const format = f.format === 'csv' ? csv : f.format;
      const wanted = { format, filter, after: handle, cancellation };
      const texts = read.each(await read.of(exported.execute(caller, spaceId, wanted)));
      response.setHeader('Content-Type', f.contentType);
      response.setHeader('Content-Disposition', dispositionOf(fileNameOf(spaceId, f.extension)));
      if (request.method === 'HEAD') {
        response.end();
        return;
      }
      const writer = new TextWriter(response);
      for await (const text of texts) await writer.write(text);
      writer.end('');
    }),
  };
}

/** @throws {InvalidInput} */
function parseFormat(name = 'geojson'): Format {
  const format = formats.get(name);
  if (format !== undefined) return format;
  throw InvalidInput.of('invalid-format', `\`f\` must be one of ${[...formats.keys()].join(', ')}.`);
}
