import { describe, expect, it } from '@jest/globals';
import { QueryAdmission } from './query-admission.js';

const { signal } = new AbortController();
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the places of long queries', () => {
  it('are not all for one reader, however many of its queries wait', async () => {
    const admission = new QueryAdmission(10);
    const leaving = new AbortController();
    const held = [await admission.enterLong('many', signal), await admission.enterLong('many', signal)];
    const waiting = admission.enterLong('many', leaving.signal);
    const other = await admission.enterLong('one', signal);
    expect([held[0]?.isWanted, other.isWanted]).toEqual([true, false]);
    leaving.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    expect(held[0]?.isWanted).toBe(false);
    for (const one of [...held, other]) one.leave();
  });

  it('go to a reader that has none before one that has', async () => {
    const admission = new QueryAdmission(3);
    const first = await admission.enterLong('many', signal);
    const order: string[] = [];
    const enter = async (reader: string): Promise<void> => {
      const entered = await admission.enterLong(reader, signal);
      order.push(reader);
      await settled();
      entered.leave();
    };
    const all = ['many', 'many', 'one'].map(enter);
    await settled();
    first.leave();
    await Promise.all(all);
    expect(order).toEqual(['one', 'many', 'many']);
  });
});
