import { testHost } from '@cairn/harness';

/**
 * Declares tests of what the server has around `createHandler`, which other hosts have in their own way, or not at all.
 * Whole suites of that are named in tools/jest/mounted.mjs.
 * @param _reason Says what that is.
 */
export function ofTheServer(_reason: string, declare: () => void): void {
  if (testHost().name === 'server') declare();
}
