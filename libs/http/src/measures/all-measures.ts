import type { HttpMeasures } from './http-measures.js';

/** Tells each of them. */
export function allMeasures(measures: readonly HttpMeasures[]): HttpMeasures {
  return {
    requestBegan: () => {
      for (const one of measures) one.requestBegan();
    },
    requestEnded: (request) => {
      for (const one of measures) one.requestEnded(request);
    },
  };
}
