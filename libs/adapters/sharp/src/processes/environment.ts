/** The environment variables for the decoder. Others, such as passwords of stores, are not passed on. */
const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH', 'LD_PRELOAD', 'TMPDIR', 'SystemRoot'];
/** Fewer arenas keep less freed memory: a third of the memory of glibc's default. */
const MEMORY = { MALLOC_ARENA_MAX: '2' };

/** The environment of processes that help. */
export const helperEnvironment = (): Record<string, string> => ({
  ...Object.fromEntries(PASSED_ON.flatMap((name) => entryOf(name))),
  ...MEMORY,
});

function entryOf(name: string): readonly (readonly [string, string])[] {
  const value = process.env[name];
  return value === undefined ? [] : [[name, value]];
}
