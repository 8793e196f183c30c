import type { ImportSummary } from '@cairn/api-schema';
import type { Application } from '@cairn/composition';
import { ImportFeatures, type ImportReport, type WriteRule } from '@cairn/spaces';
import type { HttpLog } from '../../logging/http-log.js';
import type { Failure } from '../../errors/failure.js';
import { HttpError } from '../../messages/http-error.js';
import type { RequestSemaphore } from '../../limits/request-semaphore.js';
import { requestContextOf } from '../../messages/request-context.js';
import { ProgressLines, wantsProgress } from '../../responses/progress-lines.js';
import { assertStillAllowed } from '../../messages/still-allowed.js';
import { sendJson } from '../../responses/send-json.js';
import type { OperationRequest } from '../../routing/operation-handler.js';
import type { HubCallers } from '../../spaces/hub-callers.js';
import { parametersOf } from '../reading/query-request.js';
import { parseRepeatedIds } from './import-request.js';
import { failureOfEnd, progressView, summaryView, writtenText } from './import-view.js';
import { whileConnected } from '../../responses/while-connected.js';
import { turnOf } from '../../limits/turn.js';

export interface ImportOptions {
  readonly application: Pick<Application, 'get'>;
  readonly hubCallers: HubCallers;
  readonly permits: RequestSemaphore;
  readonly log: HttpLog;
}

export interface Import {
  /** Decompressed. */
  readonly bytes: AsyncIterable<Buffer>;
  readonly rule: WriteRule;
  /** Features without `type` are accepted, as in the write that a smaller body would have used. */
  readonly assumesType?: boolean | undefined;
}

/** Imports features from bodies of any length. */
export class FeatureImports {
  private readonly importing: ImportFeatures;

  constructor(private readonly options: ImportOptions) {
    this.importing = options.application.get(ImportFeatures);
  }

  /**
   * Sends the summary of the import, preceded by progress lines if they are requested.
   * @throws {HttpError} if it ends early, unless lines have been sent.
   */
  async run(given: OperationRequest, wanted: Import): Promise<void> {
    const { permits } = this.options;
    const turn = turnOf(given.response);
    await permits.run(turn, () => this.answer(given, wanted));
  }

  private async answer(given: OperationRequest, wanted: Import): Promise<void> {
    const { request, response, params } = given;
    const { spaceId = '' } = params;
    const parameters = parametersOf(given);
    const detectConflicts = parameters.flag('conflictDetection');
    const lines = wantsProgress(request) ? new ProgressLines(given) : undefined;
    const report = await this.importing.execute(this.options.hubCallers.of(request), spaceId, {
      ...wanted,
      prefixId: parameters.text('prefixId'),
      detectConflicts,
      repeatedIds: parseRepeatedIds(parameters),
      cancellation: whileConnected(response),
      confirm: () => assertStillAllowed(request),
      progress: lines && ((progress, failures) => lines.add(progressView(progress, failures))),
    });
    const failure = failureOfEnd(report);
    const summary = summaryView(report, failure);
    if (failure !== undefined) {
      this.logEnd(given, report, failure);
      if (lines?.hasBegun !== true) throw errorOf(report, failure, summary);
    }
    if (lines !== undefined) lines.end(summary);
    else if (request.headers.accept === 'application/x-empty') response.writeHead(204).end();
    else sendJson(response, summary);
  }

  /** Logs what was written: if the client has disconnected, it gets no response. */
  private logEnd(
    { request, response, params: { spaceId } }: OperationRequest,
    { end, failures: _, ...counts }: ImportReport,
    { code, detail, status }: Failure,
  ): void {
    const { id: requestId } = requestContextOf(request);
    const facts = { requestId, spaceId, end: end.kind, ...counts, code, detail };
    const isKnownLater = status < 500 || !response.headersSent; // the error response logs it
    const err = end.kind === 'failed' && !isKnownLater ? end.error : undefined;
    this.options.log.warn({ ...facts, err }, 'import ended early');
  }
}

function errorOf(report: ImportReport, failure: Failure, imported: ImportSummary): HttpError {
  const cause = report.end.kind === 'failed' ? report.end.error : undefined;
  if (report.chunks === 0) return new HttpError(failure, { cause });
  const detail = `${failure.detail} ${writtenText(report)}`;
  return new HttpError({ ...failure, detail, imported }, { cause });
}
