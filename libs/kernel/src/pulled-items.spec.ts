import { expect, it } from '@jest/globals';
import { PulledItems } from './pulled-items.js';

it('are left at once while one is awaited, and in order otherwise', async () => {
  const told: string[] = [];
  let goOn: () => void = () => undefined;
  async function* items(): AsyncGenerator<number> {
    try {
      yield 1;
      await new Promise<void>((resolve) => (goOn = resolve));
      yield 2;
    } finally {
      told.push('left');
    }
  }
  const quiet = new PulledItems(items());
  expect((await quiet.pull()).value).toBe(1);
  await quiet.leave();
  expect(told).toEqual(['left']);
  const waiting = new PulledItems(items());
  await waiting.pull();
  const pending = waiting.pull();
  await waiting.leave();
  expect(told).toEqual(['left']);
  goOn();
  expect((await pending).value).toBe(2);
  expect((await waiting.pull()).done).toBe(true);
  expect(told).toEqual(['left', 'left']);
});
