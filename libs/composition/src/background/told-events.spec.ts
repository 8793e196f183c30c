import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { later, until } from '@cairn/testkit';
import { memoryRepositories } from '../adapters/memory-repositories.js';
import { createApplication } from '../application.js';
import { BackgroundFailures } from './background-failures.js';
import { toldEvents } from './told-events.js';

const throwing = (): never => {
  throw new Error('The log is full.');
};

it('are warned of where a callback throws, and told otherwise', async () => {
  const warned = once(process, 'warning');
  toldEvents({ swept: throwing, jobFailed: throwing, consumerFailed: throwing }).jobFailed('count', 'why');
  expect(String((await warned)[0])).toContain('The log is full.');
  const told: unknown[] = [];
  const events = {
    swept: throwing,
    jobFailed: throwing,
    consumerFailed: (...facts: unknown[]) => told.push(facts),
  };
  toldEvents(events).consumerFailed('webhooks', 'why');
  expect(told).toEqual([['webhooks', 'why']]);
});

it('count failures by name', () => {
  const failures = new BackgroundFailures();
  const events = toldEvents({ jobFailed: () => undefined, consumerFailed: () => undefined }, failures);
  for (const name of ['sweep-blobs', 'sweep-blobs']) events.jobFailed(name, 'why');
  events.consumerFailed('webhooks', 'why');
  expect([failures.total, ...failures.counts]).toEqual([3, ['sweep-blobs', 2], ['webhooks', 1]]);
});

it('do not end the work that they are about when they throw', async () => {
  let told = 0;
  const unhandled: unknown[] = [];
  const listen = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', listen);
  const application = await createApplication({
    database: {
      kind: 'custom',
      repositories: memoryRepositories(),
      leads: () => Promise.reject(new Error('unknown')),
    },
    blobs: { kind: 'memory' },
    events: {
      swept: throwing,
      consumerFailed: throwing,
      jobFailed: () => {
        told += 1;
        throwing();
      },
    },
  });
  await until('it was told', () => told > 1);
  await later();
  await application.close();
  process.off('unhandledRejection', listen);
  expect(unhandled).toEqual([]);
});
