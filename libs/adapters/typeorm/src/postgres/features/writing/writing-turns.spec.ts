import { describe, expect, it } from '@jest/globals';
import { later } from '@cairn/testkit';
import { WritingTurns } from './writing-turns.js';

describe('WritingTurns', () => {
  it('leaves a connection to another holder, and changes a space once at a time, holders in turn', async () => {
    const turns = new WritingTurns(6);
    const order: string[] = [];
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
    const run = (holder: string, spaceId: string): Promise<void> =>
      turns.run({ holder, spaceId }, async () => {
        order.push(`${holder} ${spaceId}`);
        if (holder === 'many') await over;
      });
    const held = [run('many', 'a'), run('many', 'a'), run('many', 'b'), run('many', 'c')];
    await run('one', 'd');
    const waiting = run('one', 'a');
    await later();
    expect(order).toEqual(['many a', 'many b', 'one d']);
    end();
    await Promise.all([...held, waiting]);
    expect(order.indexOf('one a')).toBeLessThan(order.lastIndexOf('many a'));
  });
});
