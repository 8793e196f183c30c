import { describe, expect, it } from '@jest/globals';
import { FairSemaphore } from './fair-semaphore.js';
import { Queues } from './queues.js';

describe('Queues', () => {
  it('tells what runs, waits, has ended and was refused', async () => {
    const queues = new Queues();
    const places = new FairSemaphore({ count: 3, maxWaiting: 1 });
    queues.watch('uploads', places);
    const release = await places.acquire({ holder: 'a', size: 2 });
    void places.acquire({ holder: 'a', size: 2 });
    expect(await places.acquire({ holder: 'a', size: 2 })).toBe('full');
    expect(queues.list().get('uploads')).toEqual({
      running: 1,
      waiting: 1,
      limit: 3,
      held: 2,
      ended: 0,
      refused: 1,
    });
    if (typeof release === 'function') release();
    expect(queues.list().get('uploads')).toMatchObject({ running: 1, waiting: 0, held: 2, ended: 1 });
  });

  it('adds up those of one name', () => {
    const queues = new Queues();
    const state = { running: 1, waiting: 2, limit: 3, held: 1, ended: 4, refused: 5 };
    queues.watchAll({ renders: { state: { ...state, busySeconds: 1.5, idle: 1 } } });
    queues.watch('renders', { state: { ...state, busySeconds: 2 } });
    queues.watch('uploads', { state });
    const twice = { running: 2, waiting: 4, limit: 6, held: 2, ended: 8, refused: 10 };
    expect([...queues.list()]).toEqual([
      ['renders', { ...twice, busySeconds: 3.5, idle: 1 }],
      ['uploads', state],
    ]);
  });
});
