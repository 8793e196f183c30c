/**
 * Declares tests with `run`, which is `describe` or `it` of Jest; with its `skip` where something that they need is
 * missing, and prints to standard error what that is. `.ci/run` has all of it, and fails on a test that is skipped.
 */
export function orSkip<T>(
  run: T & { readonly skip: T },
  ...[tests, missing]: readonly [tests: string, missing: string | undefined]
): T {
  if (missing === undefined) return run;
  process.stderr.write(`Not tested: ${tests}, as ${missing}\n`);
  return run.skip;
}
