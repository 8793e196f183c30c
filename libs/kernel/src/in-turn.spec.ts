import { expect, it } from '@jest/globals';
import { allEnded, inTurn } from './in-turn.js';

it('takes every step, and tells what the first failed with', async () => {
  const taken: string[] = [];
  const step = (name: string, error?: Error) => async (): Promise<void> => {
    taken.push(name);
    if (error !== undefined) throw error;
  };
  const [early, late] = [new Error('early'), new Error('late')];
  await expect(inTurn(step('a'), step('b', early), step('c'), step('d', late))).rejects.toBe(early);
  expect(taken).toEqual(['a', 'b', 'c', 'd']);
  await inTurn(step('e'), () => taken.push('f'));
  expect(taken.slice(4)).toEqual(['e', 'f']);
});

it('waits for all that goes on, and tells what the first failed with', async () => {
  let end: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => (end = resolve));
  const error = new Error('early');
  const told: unknown[] = [];
  const ended = allEnded([Promise.reject(error), slow]).catch((failure: unknown) => told.push(failure));
  await Promise.resolve();
  expect(told).toEqual([]);
  end();
  await ended;
  expect(told).toEqual([error]);
});
