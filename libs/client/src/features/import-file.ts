import type {
  FileImportProgress,
  FileImportReport,
  FileMapping,
  FilePreview,
  ReadFormatWord,
} from '@cairn/api-schema';
import { callOf } from '../calls/request.js';
import type { Query } from '../calls/route.js';
import { CairnError } from '../transport/cairn-error.js';
import { jsonLinesOf } from '../transport/lines.js';
import { HeldSource, withSource, type SendProgress, type Source } from '../transport/source.js';
import { sourceBody } from '../transport/source-body.js';
import type { Call, CallOptions, Transport } from '../transport/transport.js';

type Asked = Query<'POST /hub/spaces/{spaceId}/import'>;

export interface FilePreviewOptions extends CallOptions {
  /** The file name. Default: that of the `File`. Its ending tells the format where the content does not. */
  readonly name?: string | undefined;
  /** Default: as it is found. */
  readonly format?: ReadFormatWord | undefined;
  /** What is to be read otherwise than it was found. */
  readonly mapping?: FileMapping | undefined;
  /** Reports how much of the source was sent. */
  readonly onSent?: ((progress: SendProgress) => void) | undefined;
}

export interface FileImportOptions extends FilePreviewOptions {
  /** Whether a file that turns out to be broken leaves nothing (`refuse`, the default), or what comes before that. */
  readonly broken?: Asked['broken'];
  /** Whether to store nothing, and to learn what an import would do. */
  readonly dryRun?: boolean | undefined;
  /** What happens to features that exist. Default: `replace`. */
  readonly ifExists?: Asked['e'];
  /** What happens to features that do not exist. Default: `create`. */
  readonly ifMissing?: Asked['ne'];
  readonly prefixId?: string | undefined;
  /** What happens if an id occurs twice. By default, a later feature is written like any other. */
  readonly repeatedIds?: Asked['repeatedIds'];
  /** Reports what is stored permanently, after each chunk. */
  readonly onProgress?: ((progress: FileImportProgress) => void) | undefined;
}

export async function previewFile(
  transport: Transport,
  spaceId: string,
  given: Source,
  options: FilePreviewOptions,
): Promise<FilePreview> {
  return await withSource(new HeldSource(given), (source) =>
    transport.json(fileCall(spaceId, source, { options, query: { preview: true } })),
  );
}

export async function importFile(
  transport: Transport,
  spaceId: string,
  given: Source,
  options: FileImportOptions,
): Promise<FileImportReport> {
  return await withSource(new HeldSource(given), async (source) => {
    const { broken, dryRun, ifExists: e, ifMissing: ne, prefixId, repeatedIds, onProgress } = options;
    const query = { broken, dryRun, e, ne, prefixId, repeatedIds };
    const call = fileCall(spaceId, source, { options, query, accept: 'application/x-ndjson' });
    const { body } = await transport.open(call);
    return await reportOf(body, onProgress);
  });
}

interface Wanted {
  readonly options: FilePreviewOptions;
  readonly query: Asked;
  readonly accept?: string;
}

function fileCall(spaceId: string, source: HeldSource, { options, query, accept }: Wanted): Call {
  const { format: f, mapping, name = source.name, onSent } = options;
  const call = callOf('POST /hub/spaces/{spaceId}/import', {
    params: { spaceId },
    query: { name, f, mapping: mapping && JSON.stringify(mapping), ...query },
    headers: { 'Content-Type': 'application/octet-stream', Accept: accept },
    idempotencyKey: false,
  });
  return { ...call, ...sourceBody(source, onSent), repeatable: 'never', options };
}

const BROKEN = 'The connection broke before the report of the import came.';

/** Reads the lines of an import. The last one is its report. */
async function reportOf(
  body: ReadableStream<Uint8Array>,
  onProgress: FileImportOptions['onProgress'],
): Promise<FileImportReport> {
  let report: FileImportReport | undefined;
  for await (const read of jsonLinesOf<FileImportProgress | FileImportReport>(body, BROKEN))
    if (read.type === 'FileImport') report = read;
    else onProgress?.(read);
  if (report !== undefined && report.end !== 'failed') return report;
  const { code = 'network', message = BROKEN } = report?.reason ?? {};
  const kind = report === undefined ? 'network' : 'unavailable';
  throw new CairnError({ kind, code, detail: message, fileImport: report });
}
