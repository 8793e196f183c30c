import { describe, expect, it } from '@jest/globals';
import { StorageFull } from './domain-error.js';
import { intoTrash, TrashRules, type Disposal } from './trash.js';

const time = { clock: { now: () => 1_000 }, ids: { next: () => 'made' } };

/** The deletions that it was asked to make, where the first `failures` fail. */
async function asked(days: number, ...failures: readonly Error[]) {
  const deletions: (string | undefined)[] = [];
  const remove = async (disposal: Disposal | undefined): Promise<string> => {
    const failure = failures[deletions.push(disposal?.deletion) - 1];
    if (failure !== undefined) throw failure;
    return 'removed';
  };
  const work = intoTrash({ trash: new TrashRules(days), ...time }, 'key:1', remove);
  return { result: await work.catch((error: unknown) => error), deletions };
}

describe('what is removed', () => {
  it('goes into the trash, or for good where there is none', async () => {
    expect(await asked(1)).toEqual({ result: 'removed', deletions: ['made'] });
    expect(await asked(0)).toEqual({ result: 'removed', deletions: [undefined] });
  });

  it('goes for good where the storage has no room for the trash', async () => {
    const full = new StorageFull('full');
    expect(await asked(1, full)).toEqual({ result: 'removed', deletions: ['made', undefined] });
    expect(await asked(1, full, full)).toEqual({ result: full, deletions: ['made', undefined] });
    expect(await asked(0, full)).toEqual({ result: full, deletions: [undefined] });
  });

  it('stays where it cannot be removed for another reason', async () => {
    const refusal = new Error('no');
    expect(await asked(1, refusal)).toEqual({ result: refusal, deletions: ['made'] });
  });
});
