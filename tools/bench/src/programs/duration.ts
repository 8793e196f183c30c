/** How a command tells how long what it measures took, in its first group, and when that began. */
export const DURATION = /^took (\d+) ms from (\d+) on$/m;

/** Runs the work and prints how long it took. */
export async function timed<T>(work: () => Promise<T>): Promise<T> {
  const [begin, startedAt] = [Date.now(), performance.now()];
  const result = await work();
  process.stdout.write(`took ${Math.round(performance.now() - startedAt)} ms from ${begin} on\n`);
  return result;
}
