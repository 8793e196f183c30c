import { expect, it } from '@jest/globals';
import { StepSize } from './step-size.js';

let now = 0;
const after = (ms: number) => async (): Promise<void> => void (now += ms);

async function sizeOf(steps: StepSize): Promise<number> {
  let found = NaN;
  await steps.run([], async (size) => void (found = size));
  return found;
}

async function sizeAfter(steps: StepSize, ms: number): Promise<number> {
  await steps.run([], after(ms));
  return await sizeOf(steps);
}

it('a step is smaller after a long one and larger after a short one, within bounds', async () => {
  const steps = new StepSize(() => now);
  const first = await sizeOf(steps);
  const larger = await sizeAfter(steps, 0);
  expect(larger).toBeGreaterThan(first);
  expect(await sizeAfter(steps, 200)).toBeLessThan(larger);
  for (let count = 0; count < 5; count += 1) await steps.run([], after(60));
  expect(await sizeOf(steps)).toBeGreaterThanOrEqual(8);
});

it('the time before a step has its turn does not count', async () => {
  const steps = new StepSize(() => now);
  const first = await sizeOf(steps);
  await steps.run([], async (_size, _work, begin) => {
    await after(200)();
    begin();
  });
  expect(await sizeOf(steps)).toBeGreaterThan(first);
});
