import { describe, expect, it } from '@jest/globals';
import { later } from '@cairn/testkit';
import { CallTurns } from './call-turns.js';

const listOf = (owner: string) => ({ repository: 'catalog', method: 'list', args: [owner, {}] });

describe('CallTurns', () => {
  it('has calls take turns by whose rows they read, however many there are', async () => {
    const turns = new CallTurns();
    const order: string[] = [];
    const call = (owner: string): Promise<unknown> => turns.run(listOf(owner), async () => order.push(owner));
    await Promise.all(['many', 'many', 'many', 'many', 'one', 'one', 'many'].map(call));
    expect(order).toEqual(['many', 'one', 'many', 'one', 'many', 'many', 'many']);
  });

  it('receives messages between calls that take long', async () => {
    const turns = new CallTurns();
    const order: string[] = [];
    const slow = async (): Promise<void> => {
      order.push('slow');
      for (const end = performance.now() + 5; performance.now() < end;);
    };
    const all = [1, 2, 3].map(() => turns.run(listOf('a'), slow));
    await later();
    all.push(turns.run(listOf('b'), async () => void order.push('other')));
    await Promise.all(all);
    expect(order.indexOf('other')).toBeLessThan(3);
  });

  it('gives back the turn of a call that failed, and holds up none that has its own', async () => {
    const turns = new CallTurns();
    const failing = turns.run(listOf('a'), () => Promise.reject(new Error('it failed')));
    await expect(failing).rejects.toThrow('it failed');
    let end = (): void => undefined;
    const held = turns.run(listOf('a'), () => new Promise<void>((resolve) => (end = resolve)));
    const count = { repository: 'features', method: 'count', args: ['a', {}] };
    expect(await turns.run(count, async () => 3)).toBe(3);
    end();
    await held;
  });
});
