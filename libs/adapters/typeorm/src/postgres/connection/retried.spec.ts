import { describe, expect, it } from '@jest/globals';
import { retried } from '../postgres-database.js';

class Conflict extends Error {
  readonly code = '40001';
}

/** Fails `times` times before it succeeds, and counts. */
function failing(times: number, error: Error = new Conflict()) {
  const state = { runs: 0 };
  const run = async (): Promise<string> => {
    state.runs += 1;
    if (state.runs <= times) throw error;
    return 'done';
  };
  return { state, run };
}

describe('retried', () => {
  it.each([0, 1, 2, 3])('succeeds after %d conflicts', async (times) => {
    const { state, run } = failing(times);
    expect(await retried(run)).toBe('done');
    expect(state.runs).toBe(times + 1);
  });

  it('gives up with the fourth conflict', async () => {
    const conflict = new Conflict();
    const { state, run } = failing(4, conflict);
    await expect(retried(run)).rejects.toBe(conflict);
    expect(state.runs).toBe(4);
  });

  it('does not retry other errors', async () => {
    const refusal = new Error('refused');
    const { state, run } = failing(1, refusal);
    await expect(retried(run)).rejects.toBe(refusal);
    expect(state.runs).toBe(1);
  });
});
