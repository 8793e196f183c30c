import { describe, expect, it } from '@jest/globals';
import { copiesMade } from './large-features.js';

/** Answers of a server, the last of which it goes on to give. */
function jobsOf(...answers: readonly { readonly state: string; readonly startsIn: number }[]) {
  const from = Date.now();
  let asked = 0;
  const ask = async (): Promise<unknown> => {
    const { state = '', startsIn = 0 } = answers[Math.min(asked, answers.length - 1)] ?? {};
    asked += 1;
    const startedAt = new Date(from + startsIn).toISOString();
    return [
      { name: 'sweep-blobs', state: 'idle', startedAt },
      { name: 'copy-large-features', state, startedAt },
    ];
  };
  return { ask, asked: () => asked };
}

describe('waiting for copies of large features', () => {
  it('ends with the first run that began afterwards', async () => {
    const jobs = jobsOf(
      { state: 'idle', startsIn: -1_000 },
      { state: 'running', startsIn: 1_000 },
      { state: 'idle', startsIn: 1_000 },
    );
    await copiesMade(jobs.ask, { everyMs: 1 });
    expect(jobs.asked()).toBe(3);
  });

  it('does not go on for ever', async () => {
    const jobs = jobsOf({ state: 'idle', startsIn: -1_000 });
    await expect(copiesMade(jobs.ask, { withinMs: 50, everyMs: 1 })).rejects.toThrow('were not made within');
  });
});
