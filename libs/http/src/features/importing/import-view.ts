import type { ImportProgressView, ImportSummary } from '@cairn/api-schema';
import type { ImportFailure, ImportProgress, ImportReport } from '@cairn/spaces';
import { failureOf, type Failure } from '../../errors/failure.js';
import { hubStatuses } from '../../errors/hub-error.js';

/** @param failures The failures since the last view. */
export function progressView(
  progress: ImportProgress,
  failures: readonly ImportFailure[],
): ImportProgressView {
  const errors = failures.length > 0 && { errors: failures.map(errorOf) };
  return { type: 'ImportProgress', ...countsOf(progress), ...errors };
}

const errorOf = ({ detail, id, lengthInBytes, ...failed }: ImportFailure) => ({
  ...failed,
  ...(lengthInBytes !== undefined && { lengthInBytes }),
  ...(id !== undefined && { id }),
  message: detail,
});

/** @param failure Why the import ended early. */
export function summaryView(report: ImportReport, failure: Failure | undefined): ImportSummary {
  const { end, failures } = report;
  return {
    type: 'ImportSummary',
    end: endOf[end.kind],
    ...countsOf(report),
    errors: failures.map(errorOf),
    ...(failure && {
      reason: {
        code: failure.code,
        message: failure.detail,
        ...(end.kind === 'repeated-id' && { id: end.id }),
      },
    }),
  };
}

const endOf = {
  ...({ complete: 'complete', broken: 'broken', 'repeated-id': 'broken' } as const),
  ...({ cancelled: 'failed', failed: 'failed' } as const),
};

function countsOf(progress: ImportProgress) {
  const { read, readBytes, inserted, updated, deleted, unchanged, failed, chunks, version } = progress;
  const { firstVersion, merged, numbered } = progress;
  return {
    read,
    readBytes,
    inserted,
    updated,
    deleted,
    unmodified: unchanged,
    failed,
    chunks,
    version,
    merged,
    numbered,
    ...(firstVersion !== undefined && { firstVersion }),
  };
}

/** Why an import ended early; `undefined` if it did not. */
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
    case 'repeated-id': {
      const detail = `The feature at position ${end.position} has the id \`${end.id}\`, as one before it.`;
      return { status: 400, code: 'repeated-id', detail, headers: {} };
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
