import { InvalidInput, MAX_FAULTS, type Fault } from '@cairn/kernel';
import { FeaturesNotWritten, type FailureReason, type FeatureFailure } from '@cairn/spaces';
import { HttpError } from '../../messages/http-error.js';

export function featureNotFound(id: string): HttpError {
  return new HttpError({
    status: 404,
    code: 'feature-not-found',
    detail: `There is no feature with the id '${id}'.`,
  });
}

/** The stored version differs from the one that the client knows. */
export function preconditionFailed(detail: string): HttpError {
  return new HttpError({ status: 412, code: 'precondition-failed', detail });
}

/** The statuses of single failures in a write of many features. */
const statuses: Readonly<Record<FailureReason, number>> = {
  'feature-exists': 409,
  'feature-not-found': 409,
  'version-conflict': 409,
  'version-mismatch': 412,
  'feature-too-large': 413,
  'too-many-tags': 400,
  forbidden: 403,
  'too-many-features': 403,
  'feature-quota-exceeded': 403,
  'invalid-feature': 400,
};

/**
 * The error of a write, with JSON Pointers into its body. `pointerOf` gives the pointer of a feature. Failures with
 * different reasons become one conflict.
 */
export function writeError(error: unknown, pointerOf: (index: number) => string): unknown {
  if (error instanceof InvalidInput)
    return new InvalidInput(
      error.listed.map((fault) => placed(fault, pointerOf)),
      error.unlisted,
    );
  if (!(error instanceof FeaturesNotWritten)) return error;
  const first = error.failures.slice(0, MAX_FAULTS).map((failure) => faultOf(failure, pointerOf));
  const { faults, message } = new InvalidInput(first, error.failures.length - first.length);
  const reasons = new Set(error.failures.map(({ reason }) => reason));
  const [reason = 'version-conflict'] = reasons;
  const code = reason === 'version-mismatch' ? 'precondition-failed' : reason;
  return reasons.size === 1
    ? new HttpError({ status: statuses[reason], code, detail: message, faults })
    : new HttpError({ status: 409, code: 'features-not-written', detail: message, faults });
}

function placed(fault: Fault, pointerOf: (index: number) => string): Fault {
  const [, index = '', ...rest] = fault.pointer.split('/');
  if (!/^\d+$/.test(index)) return fault;
  return { ...fault, pointer: [pointerOf(Number(index)), ...rest].join('/') };
}

function faultOf({ index, reason, detail }: FeatureFailure, pointerOf: (index: number) => string): Fault {
  return { pointer: pointerOf(index), code: reason, detail };
}

/** The error of a write of one feature. */
export function singleWriteError(
  error: unknown,
  { id, isNew = false }: { readonly id: string; readonly isNew?: boolean },
): unknown {
  const failure = writeError(error, () => '');
  if (!(failure instanceof HttpError)) return failure;
  switch (failure.code) {
    case 'feature-not-found':
      return featureNotFound(id);
    case 'precondition-failed':
      return preconditionFailed(failure.message);
    case 'feature-exists':
      return isNew ? preconditionFailed(failure.message) : failure;
    default:
      return failure;
  }
}
