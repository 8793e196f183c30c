import { describe, expect, it } from '@jest/globals';
import { SingleFlight } from './single-flight.js';

describe('SingleFlight', () => {
  it('shares one run between concurrent calls, and runs again after its end', async () => {
    const flight = new SingleFlight<number>();
    let runs = 0;
    const work = async (): Promise<number> => (runs += 1);
    expect(await Promise.all([flight.run(work), flight.run(work)])).toEqual([1, 1]);
    expect(flight.isRunning).toBe(false);
    expect(await flight.run(work)).toBe(2);
  });

  it('tells every caller of the failure, and runs again', async () => {
    const flight = new SingleFlight<number>();
    const fail = (): Promise<number> => Promise.reject(new Error('failed'));
    const calls = [flight.run(fail), flight.run(fail)];
    await flight.ended();
    expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await flight.run(async () => 1)).toBe(1);
  });
});
