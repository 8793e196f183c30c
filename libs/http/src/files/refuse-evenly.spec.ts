import { mock } from 'node:test';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { later } from '@cairn/testkit';
import { refuseEvenly } from './refuse-evenly.js';

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
afterEach(() => mock.timers.reset());

it('a refusal takes as long, whether it is known at once or after a while; what is found is not held up', async () => {
  const ended: string[] = [];
  let refuse: (error: Error) => void = () => undefined;
  const note = (name: string, work: Promise<unknown>): void =>
    void work.catch((error: unknown) => error).then(() => ended.push(name));
  note(
    'found',
    refuseEvenly(async () => 1),
  );
  note(
    'absent',
    refuseEvenly(() => Promise.reject(new Error('absent'))),
  );
  note(
    'private',
    refuseEvenly(() => new Promise((_, reject) => (refuse = reject))),
  );
  mock.timers.tick(2);
  refuse(new Error('private'));
  await later();
  expect(ended).toEqual(['found']);
  mock.timers.tick(1);
  await later();
  expect(ended).toEqual(['found', 'absent', 'private']);
});
