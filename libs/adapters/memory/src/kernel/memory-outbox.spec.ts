import { describe, it } from '@jest/globals';
import { outboxContract, verify, WorkUnderWay, type OutboxPorts } from '@cairn/testkit';
import { MemoryCatalogRepository } from '../images/memory-catalog-repository.js';
import { MemoryOutbox } from './memory-outbox.js';
import { MemorySpaceRepository } from '../spaces/memory-space-repository.js';

const open = async (): Promise<OutboxPorts> => {
  const work = new WorkUnderWay();
  const outbox = new MemoryOutbox(undefined, work.current);
  return {
    outbox,
    work,
    catalog: new MemoryCatalogRepository(outbox),
    spaces: new MemorySpaceRepository(outbox),
  };
};

const reason = 'memory is not durable';

describe('MemoryOutbox', () =>
  verify({
    contract: outboxContract,
    subject: { open, reopen: open },
    it,
    waivers: {
      'a consumer goes on where it was after a restart': reason,
      'events that come after others were pruned stand behind those': reason,
    },
  }));
