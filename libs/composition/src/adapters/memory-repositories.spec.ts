import { describe, it } from '@jest/globals';
import type { OwnerTraces } from '@cairn/kernel';
import {
  ownerTracesContract,
  sabotaged,
  verify,
  verifyFails,
  type OwnerTracesPorts,
  type Saboteurs,
} from '@cairn/testkit';
import { memoryRepositories } from './memory-repositories.js';

const open = async (): Promise<OwnerTracesPorts> => {
  const repositories = memoryRepositories();
  const { userJobs, idempotency, audit, preparedUploads, webhookEndpoints, webhookDeliveries } = repositories;
  if (!userJobs || !idempotency || !audit || !preparedUploads || !webhookEndpoints || !webhookDeliveries)
    throw new Error('The memory has every port.');
  return {
    ...repositories,
    userJobs,
    idempotency,
    audit,
    preparedUploads,
    webhookEndpoints,
    webhookDeliveries,
  };
};

const breaking =
  (change: (traces: OwnerTraces) => Partial<OwnerTraces>) =>
  (ports: OwnerTracesPorts): OwnerTracesPorts => ({
    ...ports,
    ownerTraces: sabotaged(ports.ownerTraces, change(ports.ownerTraces)),
  });

const saboteurs: Saboteurs<OwnerTracesPorts, typeof ownerTracesContract> = {
  'records are counted by kind, and none of others': breaking((traces) => ({
    count: (erased) => traces.count({ ...erased, actors: [] }),
  })),
  'everything goes that no use case deletes, and nothing of others': breaking((traces) => ({
    erase: (erased) => traces.erase({ ...erased, actors: [...erased.actors, 'user:bob-user'] }),
  })),
  'account and quota go after the users and the images': breaking((traces) => ({
    erase: async (erased) => {
      const { quotas: _, ...counts } = await traces.erase(erased);
      return counts;
    },
  })),
  'records of others stay, and forget who acted': breaking((traces) => ({
    erase: (erased) => traces.erase({ ...erased, actors: erased.actors.slice(0, 1) }),
  })),
  'what a key of the account has made is revoked and stays': (ports) => ({
    ...ports,
    keys: sabotaged(ports.keys, {
      get: async (id) => {
        const { revokedAt: _, ...key } = await ports.keys.get(id);
        return key;
      },
    }),
  }),
  'more than a transaction takes is erased in several': breaking((traces) => {
    let isFirst = true;
    return {
      erase: async (erased) => {
        const counts = isFirst ? { auditEntries: 500 } : {};
        isFirst = false;
        return counts.auditEntries === undefined ? await traces.count({ ...erased, owner: '' }) : counts;
      },
    };
  }),
  'what is erased is gone after a restart': breaking((traces) => ({
    count: (erased) => traces.count(erased),
  })),
};

const subject = { open, reopen: async (ports: OwnerTracesPorts) => ports };

describe('MemoryOwnerTraces', () => verify({ contract: ownerTracesContract, subject, it }));

describe('the contract of owner traces', () =>
  verifyFails({
    contract: ownerTracesContract,
    // After a restart a memory has nothing, so the last rule fails as it is.
    subject: { open, reopen: open },
    saboteurs,
    it,
  }));
