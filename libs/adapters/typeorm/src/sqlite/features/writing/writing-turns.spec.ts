import { describe, expect, it } from '@jest/globals';
import { several } from '@cairn/testkit';
import { WritingTurns } from './writing-turns.js';

const draft = { id: 'a', foreign: '{}', geometry: undefined, properties: undefined, tags: undefined };
const rule = { onExists: 'replace', onNotExists: 'create' };
/** A write of this many features. */
const of = (holder: string, count: number) =>
  ({ holder, modifications: several(count, () => ({ draft, rule })) }) as never;

describe('WritingTurns', () => {
  it('has writes of many features take turns, however many one holder has', async () => {
    const turns = new WritingTurns();
    const order: string[] = [];
    let end = (): void => undefined;
    const held = turns.run('s', of('many', 1_000), () => new Promise<void>((resolve) => (end = resolve)));
    const run = (holder: string, count: number) =>
      turns.run('s', of(holder, count), async () => order.push(holder));
    const all = [run('many', 600), run('many', 600), run('one', 9), run('one', 20_000), run('little', 8)];
    await all.at(-1);
    expect(order).toEqual(['little']);
    end();
    await Promise.all([held, ...all]);
    expect(order).toEqual(['little', 'one', 'many', 'one', 'many']);
  });

  it('has chunks of imports take turns, too', async () => {
    const turns = new WritingTurns();
    const order: string[] = [];
    const run = (holder: string) =>
      turns.run('s', { holder, modifications: [], inBackground: true }, async () => order.push(holder));
    await Promise.all(['many', 'many', 'many', 'one'].map(run));
    expect(order).toEqual(['many', 'one', 'many', 'many']);
  });
});
