import type { IncomingMessage } from 'node:http';
import type { FileImportReport } from '@cairn/api-schema';
import { InvalidInput } from '@cairn/kernel';
import { type FileReport, ImportFile, type ImportProgress } from '@cairn/spaces';
import { decodedBytes } from '../../bodies/decoded-bytes.js';
import { limitedBytes } from '../../bodies/read-bytes.js';
import type { Failure } from '../../errors/failure.js';
import { turnOf } from '../../limits/turn.js';
import { HttpError } from '../../messages/http-error.js';
import { mediaTypeOf } from '../../messages/media-type.js';
import { noteChanged, requestContextOf } from '../../messages/request-context.js';
import { assertStillAllowed } from '../../messages/still-allowed.js';
import { ProgressLines, wantsProgress } from '../../responses/progress-lines.js';
import { sendJson } from '../../responses/send-json.js';
import { whileConnected } from '../../responses/while-connected.js';
import { compressed } from '../../responses/compressed.js';
import type { OperationHandler, OperationRequest } from '../../routing/operation-handler.js';
import { assertWritableContext } from '../query/context.js';
import { collectFaults } from '../query/collect-faults.js';
import { assertHeadOfMain } from '../query/version-reference.js';
import { parametersOf } from '../reading/query-request.js';
import { assertNoPrecondition } from '../query/no-precondition.js';
import type { ImportOptions } from './feature-imports.js';
import { type FileRequest, parseFileRequest } from './file-import-request.js';
import { failureOfFile, fileImportView, fileProgressView, previewView } from './file-import-view.js';
import { writtenText } from './import-view.js';

interface Options extends ImportOptions {
  /** Limits the decompressed body. */
  readonly maxBytes: number;
}

/** Imports files of any format, and tells what is in them. */
export function fileImportHandlers(options: Options): Readonly<Record<string, OperationHandler>> {
  const imports = new FileImports(options);
  return {
    importFile: compressed(async (given) => {
      const parameters = parametersOf(given);
      const { wanted } = collectFaults({
        wanted: () => parseFileRequest(parameters),
        version: () => assertHeadOfMain(parameters),
        context: () => assertWritableContext(parameters),
        precondition: () => assertNoPrecondition(given.request),
      });
      assertNoForm(given.request);
      if (wanted.isPreview || wanted.dryRun === true) noteChanged(given.request, { isNothing: true });
      const turn = turnOf(given.response);
      await options.permits.run(turn, () =>
        pointingAtMapping(() =>
          wanted.isPreview ? imports.preview(given, wanted) : imports.run(given, wanted),
        ),
      );
    }),
  };
}

class FileImports {
  private readonly importing: ImportFile;

  constructor(private readonly options: Options) {
    this.importing = options.application.get(ImportFile);
  }

  async preview(given: OperationRequest, { name, choices }: FileRequest): Promise<void> {
    const { request, response, params } = given;
    const { spaceId = '' } = params;
    const sent = { name, choices, bytes: this.bytesOf(given), cancellation: whileConnected(response) };
    const content = await this.importing.preview(this.options.hubCallers.of(request), spaceId, sent);
    sendJson(response, previewView(content));
  }

  /** @throws {HttpError} if it ends early, unless lines have been sent. */
  async run(given: OperationRequest, { isPreview: _, ...wanted }: FileRequest): Promise<void> {
    const { request, response, params } = given;
    const { spaceId = '' } = params;
    const lines = wantsProgress(request) ? new ProgressLines(given) : undefined;
    const told = (progress: ImportProgress) => lines?.add(fileProgressView(progress));
    const report = await this.importing.execute(this.options.hubCallers.of(request), spaceId, {
      ...wanted,
      bytes: this.bytesOf(given),
      cancellation: whileConnected(response),
      confirm: () => assertStillAllowed(request),
      // A dry run that fails leaves nothing that its last line could tell of: it gets the status of its error.
      ...(wanted.dryRun !== true && { progress: told }),
    });
    const failure = failureOfFile(report);
    const view = fileImportView(report, { failure, dryRun: wanted.dryRun });
    if (failure !== undefined) this.logEnd(given, report, failure);
    if (failure !== undefined && view.end === 'failed' && lines?.hasBegun !== true)
      throw errorOf(report, failure, view);
    if (lines === undefined) sendJson(response, view);
    else lines.end(view);
  }

  private bytesOf({ request }: OperationRequest): AsyncIterable<Uint8Array> {
    return limitedBytes(request, decodedBytes(request), this.options.maxBytes);
  }

  /** Logs what was written: if the client has disconnected, it gets no response. */
  private logEnd(
    { request, response, params: { spaceId } }: OperationRequest,
    { report: { end, failures: _, ...counts } }: FileReport,
    { code, detail, status }: Failure,
  ): void {
    const { id: requestId } = requestContextOf(request);
    const isKnownLater = status < 500 || !response.headersSent; // the error response logs it
    const err = end.kind === 'failed' && !isKnownLater ? end.error : undefined;
    const facts = { requestId, spaceId, end: end.kind, ...counts, code, detail };
    this.options.log.warn({ ...facts, err }, 'import ended early');
  }
}

/** @throws {HttpError} 415 for a form: its bytes would be read as a file. */
function assertNoForm({ headers }: IncomingMessage): void {
  if (mediaTypeOf(headers['content-type'] ?? '') !== 'multipart/form-data') return;
  const detail = 'The body must be the file itself, not a form with it.';
  throw new HttpError({ status: 415, code: 'unsupported-media-type', detail });
}

/** Faults of choices point at the parameter that has them. */
async function pointingAtMapping<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new InvalidInput(
      error.listed.map((fault) => ({ ...fault, pointer: fault.pointer.replace(/^\/choices/, '/mapping') })),
      error.unlisted,
    );
  }
}

function errorOf({ report }: FileReport, failure: Failure, fileImport: FileImportReport): HttpError {
  const cause = report.end.kind === 'failed' ? report.end.error : undefined;
  if (report.chunks === 0) return new HttpError(failure, { cause });
  const detail = `${failure.detail} ${writtenText(report)}`;
  return new HttpError({ ...failure, detail, fileImport }, { cause });
}
