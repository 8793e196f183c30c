import { DomainError, StorageFull, StorageUnavailable } from '@cairn/kernel';
import type { CallMeasure } from '../settings/store-measures.js';
import type { Method } from './called-in-span.js';

/** Tells how long calls take that give a promise. What is iterated over is not measured, as that takes as long as its reader. */
export const measuredCall =
  (call: Method, measure: CallMeasure): Method =>
  (...args) => {
    const began = performance.now();
    const result = call(...args);
    if (!(result instanceof Promise)) return result;
    result.then(
      () => measure.ended((performance.now() - began) / 1_000),
      (error: unknown) =>
        isFailure(error)
          ? measure.failed((performance.now() - began) / 1_000)
          : measure.ended((performance.now() - began) / 1_000),
    );
    return result;
  };

/** Not what a port says of what is stored, such as that it is not there. */
const isFailure = (error: unknown): boolean =>
  !(error instanceof DomainError) || error instanceof StorageUnavailable || error instanceof StorageFull;
