import type { Application } from '@cairn/composition';
import { InvalidInput } from '@cairn/kernel';
import {
  ExportFeatures,
  mostOfOne,
  ReadContentState,
  type FeatureExport,
  type FeatureShaping,
  type WrittenFormat,
} from '@cairn/spaces';
import { compressed } from '../../responses/compressed.js';
import { dispositionOf, fileNameOf } from '../../responses/content-disposition.js';
import { TextWriter } from '../../responses/text-writer.js';
import type { OperationHandler } from '../../routing/operation-handler.js';
import type { HubCallers } from '../../spaces/hub-callers.js';
import { assertSupported, parseFilter } from '../query/feature-criteria.js';
import { parseFields } from '../query/export-fields.js';
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
  readonly format: Exclude<FeatureExport['format'], { kind: 'csv' }> | 'csv';
  readonly extension: string;
  readonly contentType: string;
}

/** Files that other programs write are read to their end before the first byte is there. */
const FILE_MS = 30 * 60_000;

const file = (format: WrittenFormat, extension: string, contentType: string): Format => ({
  format: { kind: 'file', format },
  extension,
  contentType,
});

const formats: ReadonlyMap<string, Format> = new Map([
  [
    'geojson',
    { format: 'geojson', extension: 'geojson', contentType: 'application/geo+json; charset=utf-8' },
  ],
  ['geojson-seq', { format: 'geojson-seq', extension: 'geojsons', contentType: 'application/geo+json-seq' }],
  ['ndjson', { format: 'ndjson', extension: 'ndjson', contentType: 'application/x-ndjson; charset=utf-8' }],
  ['csv', { format: 'csv', extension: 'csv', contentType: 'text/csv; charset=utf-8; header=present' }],
  ['gpx', file('gpx', 'gpx', 'application/gpx+xml')],
  ['kml', file('kml', 'kml', 'application/vnd.google-earth.kml+xml')],
  ['gpkg', file('geopackage', 'gpkg', 'application/geopackage+sqlite3')],
  ['fgb', file('flatgeobuf', 'fgb', 'application/flatgeobuf')],
  ['parquet', file('parquet', 'parquet', 'application/vnd.apache.parquet')],
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
      const { f, filter, handle, fields } = collectFaults({
        f: () => parseFormat(parameters.text('f')),
        filter: () => parseFilter(parameters),
        handle: () => parseHandle(parameters.text('handle')),
        fields: () => parseFields(parameters),
        supported: () => assertSupported(parameters),
      });
      const caller = hubCallers.of(request);
      const { head, space } = await state.execute(caller, spaceId);
      assertHead(parameters, head.version);
      const isFile = typeof f.format === 'object';
      const read = new LimitedRead(response, isFile ? FILE_MS : undefined);
      const { cancellation } = read;
      const turn = turnOf(response, cancellation);
      await large.admit(response, turn, mostOfOne(head.summary));
      const csv = { kind: 'csv', rows: threads.rows(turn) } as const;
      const format = f.format === 'csv' ? csv : f.format;
      const shaper = (shaping: FeatureShaping) => threads.shaper(shaping, turn);
      const wanted = { format, filter, fields, shaper, after: handle, cancellation };
      const parts = await read.of(exported.execute(caller, spaceId, wanted));
      const isHead = request.method === 'HEAD';
      // What keeps a file from being written shows with its first part, and is answered without a file's headers.
      const whole = isHead ? undefined : await begun(read.each(parts));
      response.setHeader('Content-Type', f.contentType);
      response.setHeader('Content-Disposition', dispositionOf(fileNameOf(space.title, f.extension)));
      if (whole === undefined) {
        response.end();
        return;
      }
      const writer = new TextWriter(response);
      for await (const part of whole)
        await (typeof part === 'string' ? writer.write(part) : writer.writeBytes(part));
      writer.end('');
    }),
  };
}

/** The same items, of which the first one is there. */
async function begun<T>(items: AsyncGenerator<T, void, undefined>): Promise<AsyncIterable<T>> {
  const first = await items.next();
  return (async function* () {
    try {
      if (first.done === true) return;
      yield first.value;
      yield* items;
    } finally {
      await items.return();
    }
  })();
}

/** @throws {InvalidInput} */
function parseFormat(name = 'geojson'): Format {
  const format = formats.get(name);
  if (format !== undefined) return format;
  throw InvalidInput.of('invalid-format', `\`f\` must be one of ${[...formats.keys()].join(', ')}.`);
}
