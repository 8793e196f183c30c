import { errorResponse, errorStatuses, operations } from '@cairn/api-schema';
import { describe, expect, it } from '@jest/globals';
import { deErrors, deFaults } from './errors.ts';

/** The codes of the documented errors, in both formats. */
function documented(): readonly string[] {
  const shown = operations.flatMap((operation) =>
    errorStatuses(operation).map((status) => JSON.stringify(errorResponse(operation, status))),
  );
  return [
    ...new Set(
      shown.flatMap((text) =>
        [...text.matchAll(/"code":"([a-z]+(?:-[a-z]+)*)"/g)].map(([, code = '']) => code),
      ),
    ),
  ];
}

describe('the German texts of errors', () => {
  it('cover every error that the documentation of the API has', () => {
    expect(
      documented()
        .filter((code) => !(code in deErrors) && !(code in deFaults))
        .sort(),
    ).toEqual([]);
  });
});
