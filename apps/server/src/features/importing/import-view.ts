import type { ImportProgressView, ImportSummary } from '@cairn/api-schema';
import type { ImportProgress, ImportReport } from '@cairn/spaces';
import { failureOf, type Failure } from '../../errors/failure.js';
import { hubStatuses } from '../../spaces/hub-error.js';

export function progressView(progress: ImportProgress): ImportProgressView {
  return { type: 'ImportProgress', ...countsOf(progress) };
}

/** @param failure Why the import ended early. */
export function summaryView(report: ImportReport, failure: Failure | undefined): ImportSummary {
  const { end, failures } = report;
  return {
    type: 'ImportSummary',
    end: end.kind === 'complete' || end.kind === 'broken' ? end.kind : 'failed',
    ...countsOf(report),
    errors: failures.map(({ detail, id, ...failed }) => ({
      ...failed,
      ...(id !== undefined && { id }),
      message: detail,
    })),
    ...(failure && { reason: { code: failure.code, message: failure.detail } }),
  };
}

function countsOf(progress: ImportProgress) {
  const { read, readBytes, inserted, updated, deleted, unchanged, failed, chunks, version } = progress;
  const { firstVersion } = progress;
  return {
    ...{ read, readBytes, inserted, updated, deleted, unmodified: unchanged, failed, chunks, version },
    ...(firstVersion !== undefined && { firstVersion }),
  };
}

/** Why an import ended early; `undefined` for one that did not. */
export function failureOfEnd({ end }: ImportReport): Failure | undefined {
  switch (end.kind) {
    case 'complete':
      return undefined;
    case 'broken': {
      const place = `${end.reason}, at byte ${end.offsetInBytes}.`;
      const [code, detail] =
        end.isOfAnotherType === true
          ? ['invalid-type', `The body ${place}`]
          : ['malformed-json', `The body is not JSON: it ${place}`];
      return { status: 400, code, detail, headers: {} };
    }
    case 'cancelled':
      return { status: 400, code: 'malformed-body', detail: 'The client has gone.', headers: {} };
    case 'failed':
      return failureOf(end.error, hubStatuses);
  }
}

/** What an import has written, as a sentence. */
export function writtenText({ read, failed, chunks, version }: ImportProgress): string {
  return `Before that, ${chunks} whole chunks were written, with ${read} features of which ${failed} failed; the space is at version ${version}.`;
}
